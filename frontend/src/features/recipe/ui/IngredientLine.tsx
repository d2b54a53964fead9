import { useId, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { showLine } from '../../../shared/lib/amounts/line-amounts'
import type { View } from '../../../shared/lib/amounts/pieces'
import type { Ingredient, Language } from '../../../shared/lib/recipe/recipe'
import { PageIcon, QuestionIcon } from '../../../shared/ui/icons'
import { doubtMessage } from '../messages'
import { LineOrigin } from './Origin'
import { Pieces } from './scaling/Pieces'
import type { OriginsState } from './useOrigins'

interface IngredientLineProps {
  ingredient: Ingredient
  /** Index in the whole list, from 0. */
  index: number
  language: Language | undefined
  view: View
  done: boolean
  onToggleDone: () => void
  /** Whether the highlighted step uses it. */
  used: boolean
  /** Id of the shared doubt message; null if the line shows its own. */
  sharedReason: string | null
  /** Null for non-owners. */
  origins: OriginsState | null
  /** Whether the origin buttons are always visible; otherwise on hover only. */
  asking: boolean
  onPoint: (steps: readonly number[]) => void
}

/** Ingredient line with a checkbox; columns are aligned across the list. */
export function IngredientLine({
  ingredient,
  index,
  language,
  view,
  done,
  onToggleDone,
  used,
  sharedReason,
  origins,
  asking,
  onPoint,
}: IngredientLineProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const { amount, middle, note } = showLine(ingredient, view, language ?? null)
  const doubt = ingredient.doubt === null ? null : doubtMessage(ingredient.doubt)
  const ownReason = doubt !== null && sharedReason === null
  const point = () => onPoint(ingredient.stepMapping)
  const leave = () => onPoint([])
  const toggle = () => {
    setOpen(!open)
    if (!open) origins?.ask()
  }
  return (
    <li
      className="group/line col-span-full grid break-inside-avoid grid-cols-subgrid border-b border-line transition-colors last:border-0 data-used:bg-accent-soft"
      data-doubt={ingredient.doubt}
      data-used={used || undefined}
      onPointerEnter={point}
      onPointerLeave={leave}
      onFocus={point}
      onBlur={leave}
    >
      <label
        lang={language}
        className="col-span-3 grid min-h-11 cursor-pointer grid-cols-subgrid items-baseline py-2 has-checked:text-muted has-checked:line-through print:min-h-0 print:py-1 print:text-ink print:no-underline"
      >
        <input
          type="checkbox"
          checked={done}
          onChange={onToggleDone}
          className="size-4.5 translate-y-0.75 accent-(--accent) print:hidden"
          aria-describedby={doubt === null ? undefined : (sharedReason ?? `${id}-reason`)}
        />
        <span className="font-semibold tabular-nums">
          <Pieces pieces={amount} />
        </span>{' '}
        <span>
          <Pieces pieces={middle} />
          {note.length > 0 && (
            <span className="text-muted">
              {/^[\p{L}\p{N}(–—-]/u.test(note[0]?.text ?? '') && ' '}
              <Pieces pieces={note} />
            </span>
          )}
        </span>
      </label>
      <Marker
        doubtful={doubt !== null}
        asking={asking}
        line={ingredient.text}
        open={open}
        panel={`${id}-origin`}
        onToggle={origins && toggle}
      />
      {ownReason && (
        <p id={`${id}-reason`} className="col-span-2 col-start-2 -mt-1.5 pb-2 text-sm text-muted">
          <FormattedMessage {...doubt} values={{ count: 1 }} />
        </p>
      )}
      {open && origins !== null && (
        <div id={`${id}-origin`} className="col-span-full mb-3 rounded-xl bg-sunken px-4 py-3 text-sm">
          <LineOrigin origins={origins} index={index} text={ingredient.text} language={language} />
        </div>
      )}
    </li>
  )
}

interface MarkerProps {
  doubtful: boolean
  asking: boolean
  line: string
  open: boolean
  /** Id of the panel it opens. */
  panel: string
  /** Null if there is nothing to open. */
  onToggle: (() => void) | null
}

/** End of a line: doubt mark and, for the owner, the origin button. */
function Marker({ doubtful, asking, line, open, panel, onToggle }: MarkerProps) {
  const intl = useIntl()
  if (onToggle === null) {
    return doubtful ? (
      <span className="grid size-11 place-items-center text-accent print:hidden">
        <QuestionIcon />
        <span className="sr-only">
          <FormattedMessage id="ingredient.doubtful" defaultMessage="Doubtful" />
        </span>
      </span>
    ) : null
  }
  const label = doubtful
    ? intl.formatMessage(
        { id: 'ingredient.doubtfulOrigin', defaultMessage: 'Doubtful: where is “{line}” from?' },
        { line },
      )
    : intl.formatMessage({ id: 'ingredient.origin', defaultMessage: 'Where is “{line}” from?' }, { line })
  // Hidden on touch devices, where an invisible button could be hit by mistake.
  const unseen =
    'pointer-coarse:not-aria-expanded:hidden pointer-fine:opacity-0 group-hover/line:opacity-100 focus-visible:opacity-100 aria-expanded:opacity-100'
  const look = doubtful ? 'text-accent' : `text-line-strong ${asking ? '' : unseen}`
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-expanded={open}
      aria-controls={open ? panel : undefined}
      onClick={onToggle}
      className={`-mr-2 grid size-11 print:hidden place-items-center rounded-full transition-[color,opacity] hover:bg-sunken hover:text-ink aria-expanded:text-ink ${look}`}
    >
      {doubtful ? <QuestionIcon /> : <PageIcon className="size-4.5" />}
    </button>
  )
}
