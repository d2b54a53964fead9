import { useId } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { reasonMessages, verdictMessages } from '../messages'
import type { Change, Reason } from '../model/patch'

interface PatchLineProps {
  change: Change<unknown>
  /** The new text; null if the line is removed or kept. */
  after: string | null
  language: string | undefined
  /** Null if it cannot be decided now. */
  isAccepted: boolean | null
  /** Null if there is no change to decide. */
  onToggle: (() => void) | null
}

const BADGE = {
  KEPT: 'bg-sunken text-muted',
  REPLACED: 'bg-accent-soft text-on-accent-soft',
  LEFT_OUT: 'bg-danger-soft text-danger',
  ADDED: 'bg-accent-soft text-on-accent-soft',
  CANNOT: 'bg-danger-soft text-danger',
} as const

/** One line or step: before, after and reasons. */
export function PatchLine({ change, after, language, isAccepted, onToggle }: PatchLineProps) {
  const intl = useIntl()
  const id = useId()
  const { verdict, before, reasons } = change
  const isRefused = isAccepted === false
  const words = (
    <>
      <span>
        <span className={`inline-block rounded-full px-2 text-xs leading-5 font-semibold ${BADGE[verdict]}`}>
          {intl.formatMessage(verdictMessages[verdict])}
        </span>
      </span>
      {before !== null &&
        (after === null && verdict !== 'LEFT_OUT' ? (
          <span lang={language} className="wrap-anywhere">
            {before}
          </span>
        ) : (
          <del className={`wrap-anywhere ${isRefused ? 'no-underline' : 'text-muted'}`}>
            <span className="sr-only">
              <FormattedMessage id="patch.before" defaultMessage="Before:" />{' '}
            </span>
            {before}
          </del>
        ))}
      {after !== null && (
        <ins
          lang={language}
          className={`wrap-anywhere no-underline ${isRefused ? 'text-muted line-through' : 'font-medium'}`}
        >
          <span className="sr-only">
            <FormattedMessage id="patch.after" defaultMessage="After:" />{' '}
          </span>
          {after}
        </ins>
      )}
    </>
  )
  const description = (
    <span className="flex min-w-0 flex-1 flex-col gap-0.5">
      {words}
      <Reasons id={id} reasons={reasons} language={language} />
    </span>
  )
  return (
    <li data-verdict={verdict} className="py-2.5">
      {onToggle === null || isAccepted === null ? (
        description
      ) : (
        <label className="flex cursor-pointer gap-3">
          <input
            type="checkbox"
            checked={isAccepted}
            onChange={onToggle}
            className="mt-0.5 size-5 shrink-0 accent-accent"
          />
          {description}
        </label>
      )}
    </li>
  )
}

interface ReasonsProps {
  id: string
  reasons: readonly Reason[]
  language: string | undefined
}

/** Reasons in the user's language; the effect on the dish is in the recipe's language. */
function Reasons({ id, reasons, language }: ReasonsProps) {
  const intl = useIntl()
  const said = reasons
    .map(({ code, words }) => ({ code, said: reasonMessages[code], words }))
    .filter(({ said: message, words }) => message !== null || words !== null)
  if (said.length === 0) return null
  return (
    <span id={id} className="flex flex-col text-sm text-muted">
      {said.map(({ code, said: message, words }) => (
        <span key={`${code}${words ?? ''}`}>
          {message !== null && intl.formatMessage(message)}
          {words !== null && (
            <>
              {' '}
              <span lang={language}>{words}</span>
            </>
          )}
        </span>
      ))}
    </span>
  )
}
