import { useId } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { reasonMessages, verdictMessages } from '../messages'
import type { Change, Reason } from '../model/patch'

interface PatchLineProps {
  change: Change<unknown>
  /** Its text then; null where it goes or stays. */
  after: string | null
  language: string | undefined
  /** Null where it cannot be decided now. */
  isAccepted: boolean | null
  /** Null for what is no change. */
  onToggle: (() => void) | null
}

const BADGE = {
  KEPT: 'bg-sunken text-muted',
  REPLACED: 'bg-accent-soft text-on-accent-soft',
  LEFT_OUT: 'bg-danger-soft text-danger',
  ADDED: 'bg-accent-soft text-on-accent-soft',
  CANNOT: 'bg-danger-soft text-danger',
} as const

/** One line or step: what it is, what it would be, and why. */
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
  const told = (
    <span className="flex min-w-0 flex-1 flex-col gap-0.5">
      {words}
      <Reasons id={id} reasons={reasons} language={language} />
    </span>
  )
  return (
    <li data-verdict={verdict} className="py-2.5">
      {onToggle === null || isAccepted === null ? (
        told
      ) : (
        <label className="flex cursor-pointer gap-3">
          <input
            type="checkbox"
            checked={isAccepted}
            onChange={onToggle}
            className="mt-0.5 size-5 shrink-0 accent-accent"
          />
          {told}
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

/** Each in the reader's language; what it does to the dish is said in the recipe's. */
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
