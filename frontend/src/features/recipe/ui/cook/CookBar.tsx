import { FormattedMessage, useIntl } from 'react-intl'
import { Button } from '../../../../shared/ui/Button'
import { CloseIcon, RetryIcon, SunIcon } from '../../../../shared/ui/icons'
import { Choice } from '../scaling/Choice'
import type { WakeState } from './useWakeLock'

interface CookBarProps {
  title: string
  language: string | undefined
  all: boolean
  onAll: (all: boolean) => void
  wake: WakeState
  wantsAwake: boolean
  onAwake: (wanted: boolean) => void
  onStartOver: () => void
  onExit: () => void
}

/** Title, view options and exit of cook mode. */
export function CookBar({ title, language, all, onAll, wake, wantsAwake, onAwake, onStartOver, onExit }: CookBarProps) {
  const intl = useIntl()
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-start justify-between gap-4">
        <h1
          lang={language}
          className="line-clamp-2 pt-1.5 text-xl leading-tight font-semibold wrap-anywhere sm:text-2xl"
        >
          {title}
        </h1>
        <Button variant="quiet" onClick={onExit} className="shrink-0 max-sm:size-11 max-sm:px-0">
          <CloseIcon />
          <span className="max-sm:sr-only">
            <FormattedMessage id="cook.exit" defaultMessage="Exit cook mode" />
          </span>
        </Button>
      </div>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 sm:gap-x-4">
        <fieldset>
          <legend className="sr-only">
            <FormattedMessage id="cook.view" defaultMessage="View" />
          </legend>
          <Choice
            name="view"
            chosen={all ? 'all' : 'one'}
            options={[
              ['one', intl.formatMessage({ id: 'cook.one', defaultMessage: 'Step by step' })],
              ['all', intl.formatMessage({ id: 'cook.all', defaultMessage: 'All steps' })],
            ]}
            onChoose={(value) => onAll(value === 'all')}
          />
        </fieldset>
        {wake === 'unavailable' ? (
          <p className="text-sm text-muted" data-wake="unavailable">
            <FormattedMessage
              id="cook.awake.unavailable"
              defaultMessage="This browser can’t keep the screen on. Set a longer screen timeout on your device."
            />
          </p>
        ) : (
          <button
            type="button"
            aria-pressed={wantsAwake}
            data-wake={wake}
            onClick={() => onAwake(!wantsAwake)}
            className="inline-flex min-h-11 items-center gap-2 rounded-full px-3 text-sm font-semibold text-muted transition-colors hover:bg-sunken aria-pressed:text-ink"
          >
            <SunIcon className={wake === 'held' ? 'size-5 text-accent' : 'size-5'} />
            {wantsAwake && wake === 'lost' ? (
              <FormattedMessage id="cook.awake.lost" defaultMessage="Screen may turn off" />
            ) : wantsAwake ? (
              <FormattedMessage id="cook.awake.on" defaultMessage="Screen stays on" />
            ) : (
              <FormattedMessage id="cook.awake.off" defaultMessage="Keep screen on" />
            )}
          </button>
        )}
        <Button variant="bare" onClick={onStartOver} className="text-sm">
          <RetryIcon className="size-4.5" />
          <FormattedMessage id="cook.startOver" defaultMessage="Start over" />
        </Button>
      </div>
    </div>
  )
}
