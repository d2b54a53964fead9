import { useId, useState } from 'react'
import { useIntl } from 'react-intl'
import { Link } from 'react-router'
import { showLine } from '../../../shared/lib/amounts/line-amounts'
import type { View } from '../../../shared/lib/amounts/pieces'
import type { Ingredient, Language } from '../../../shared/lib/recipe/recipe'
import { LinkIcon, PageIcon, QuestionIcon } from '../../../shared/ui/icons'
import { UnscaledMark } from '../../../shared/ui/UnscaledMark'
import { doubtMessage } from '../messages'
import type { LinkedRecipe } from './linked/useLinkedRecipes'
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
  linked: LinkedRecipe | undefined
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
  linked,
  origins,
  asking,
  onPoint,
}: IngredientLineProps) {
  const intl = useIntl()
  const id = useId()
  const [open, setOpen] = useState(false)
  const { amount, middle, note, isUnscaled } = showLine(ingredient, view, language ?? null)
  const message = ingredient.doubt === null ? null : doubtMessage(ingredient.doubt)
  const doubt = message === null ? null : intl.formatMessage(message, { count: 1 })
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
          className="size-4.5 translate-y-0.75 scroll-mt-20 accent-(--accent) print:hidden"
          aria-describedby={doubt === null ? undefined : `${id}-doubt`}
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
      {(doubt !== null || origins !== null) && (
        <Marker
          doubt={doubt}
          asking={asking}
          line={ingredient.text}
          open={open}
          panel={`${id}-panel`}
          onToggle={toggle}
        />
      )}
      {linked !== undefined && (
        <Link
          to={linked.to}
          lang={linked.lang}
          data-linked
          className="col-span-2 col-start-2 -mt-1.5 mb-1 inline-flex min-h-8 items-center gap-1.5 justify-self-start text-sm font-medium text-accent underline-offset-4 hover:underline print:text-ink"
        >
          <LinkIcon className="size-4 shrink-0 print:hidden" />
          <span className="wrap-anywhere">{linked.title}</span>
        </Link>
      )}
      {isUnscaled && <UnscaledMark className="col-span-2 col-start-2 -mt-1.5 pb-2" />}
      {doubt !== null && (
        <span id={`${id}-doubt`} hidden>
          {doubt}
        </span>
      )}
      {open && (
        <div
          id={`${id}-panel`}
          className="col-span-full mb-3 flex flex-col gap-2 rounded-xl bg-sunken px-4 py-3 text-sm print:hidden"
        >
          {doubt !== null && <p>{doubt}</p>}
          {origins !== null && (
            <LineOrigin origins={origins} index={index} text={ingredient.text} language={language} />
          )}
        </div>
      )}
    </li>
  )
}

interface MarkerProps {
  /** Why the line may be wrong, or null. */
  doubt: string | null
  asking: boolean
  line: string
  open: boolean
  /** Id of the panel it opens. */
  panel: string
  onToggle: () => void
}

/** End of a line: a button with the doubt, if any, and the origin. The doubt is also its tooltip. */
function Marker({ doubt, asking, line, open, panel, onToggle }: MarkerProps) {
  const intl = useIntl()
  const label =
    doubt === null
      ? intl.formatMessage({ id: 'ingredient.origin', defaultMessage: 'Where did “{line}” come from?' }, { line })
      : intl.formatMessage({ id: 'ingredient.doubt', defaultMessage: 'Check this: “{line}”' }, { line })
  // Hidden on touch devices, where an invisible button could be hit by mistake.
  const unseen =
    'pointer-coarse:not-aria-expanded:hidden pointer-fine:opacity-0 group-hover/line:opacity-100 focus-visible:opacity-100 aria-expanded:opacity-100'
  const look = doubt !== null ? 'text-accent' : `text-line-strong ${asking ? '' : unseen}`
  return (
    <button
      type="button"
      aria-label={label}
      data-tooltip={doubt ?? label}
      aria-expanded={open}
      aria-controls={open ? panel : undefined}
      onClick={onToggle}
      className={`grid size-11 scroll-mt-20 place-items-center rounded-full transition-[color,opacity] hover:bg-sunken hover:text-ink aria-expanded:text-ink print:hidden ${look}`}
    >
      {doubt !== null ? <QuestionIcon /> : <PageIcon className="size-4.5" />}
    </button>
  )
}
