import { useId, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import type { View } from '../../../shared/lib/amounts/pieces'
import type { Doubt, Ingredient, Language } from '../../../shared/lib/recipe/recipe'
import { PageIcon, QuestionIcon } from '../../../shared/ui/icons'
import { doubtMessage } from '../messages'
import { keysOf, textOfLine } from '../model/ticks'
import { IngredientLine } from './IngredientLine'
import type { OriginsState } from './useOrigins'
import type { TicksState } from './useTicks'

interface IngredientsProps {
  ingredients: readonly Ingredient[]
  language: Language | undefined
  view: View
  ticks: TicksState
  /** Null for non-owners. */
  origins: OriginsState | null
  /** Called with the steps that use the hovered or focused line. */
  onPoint: (steps: readonly number[]) => void
  /** Highlighted step, or null. */
  step: number | null
}

/** Above this number of lines a doubt is explained once for all. */
const TOLD_BY_EACH = 3

/** Ingredients by group, with checkboxes. */
export function Ingredients({ ingredients, language, view, ticks, origins, onPoint, step }: IngredientsProps) {
  const id = useId()
  const keys = keysOf(ingredients.map(textOfLine), 'line')
  const shared = sharedDoubts(ingredients)
  const [asking, setAsking] = useState(false)
  return (
    <section aria-labelledby="ingredients" className="md:sticky md:top-6 md:self-start print:static">
      <div className="mb-3 flex items-center justify-between gap-4">
        <h2 id="ingredients" className="text-2xl font-semibold">
          <FormattedMessage id="recipe.ingredients" defaultMessage="Ingredients" />
        </h2>
        {origins !== null && (
          <button
            type="button"
            aria-pressed={asking}
            onClick={() => setAsking(!asking)}
            className="-mr-2 inline-flex min-h-9 items-center gap-1.5 rounded-full px-2.5 text-sm text-muted transition-colors hover:bg-sunken hover:text-ink aria-pressed:bg-sunken aria-pressed:text-ink print:hidden"
          >
            <PageIcon className="size-4" />
            <FormattedMessage id="ingredients.ask" defaultMessage="Where from?" />
          </button>
        )}
      </div>
      {shared.map(([doubt, count]) => (
        <p key={doubt} id={`${id}-${doubt}`} className="mb-3 flex gap-2 text-sm text-muted print:hidden">
          <QuestionIcon className="mt-px size-5 text-accent" />
          <FormattedMessage {...doubtMessage(doubt)} values={{ count }} />
        </p>
      ))}
      <div className="grid grid-cols-[auto_fit-content(7.5rem)_1fr_auto] gap-x-3">
        {groupsOf(ingredients).map(({ key, heading, lines }) => (
          <div key={key} className="col-span-full mb-6 grid grid-cols-subgrid">
            {heading !== null && (
              <h3 lang={language} className="col-span-full mb-1 text-lg font-semibold">
                {heading}
              </h3>
            )}
            <ul className="col-span-full grid grid-cols-subgrid">
              {lines.map(({ key: lineKey, index, ingredient }) => (
                <IngredientLine
                  key={lineKey}
                  ingredient={ingredient}
                  index={index}
                  language={language}
                  view={view}
                  done={ticks.isDone(keys[index] ?? '')}
                  onToggleDone={() => ticks.toggle(keys[index] ?? '')}
                  used={step !== null && ingredient.stepMapping.includes(step)}
                  sharedReason={
                    shared.some(([doubt]) => doubt === ingredient.doubt) ? `${id}-${ingredient.doubt}` : null
                  }
                  origins={origins}
                  asking={asking}
                  onPoint={onPoint}
                />
              ))}
            </ul>
          </div>
        ))}
      </div>
    </section>
  )
}

/** Doubts explained once for all lines, with the number of lines. */
export function sharedDoubts(ingredients: readonly Ingredient[]): [Doubt, number][] {
  const counts = new Map<Doubt, number>()
  for (const { doubt } of ingredients) {
    if (doubt !== null && doubtMessage(doubt) !== null) counts.set(doubt, (counts.get(doubt) ?? 0) + 1)
  }
  return [...counts].filter(([, count]) => count > TOLD_BY_EACH)
}

interface Group {
  readonly key: string
  readonly heading: string | null
  readonly lines: { readonly key: string; readonly index: number; readonly ingredient: Ingredient }[]
}

/** Consecutive lines with the same group. */
export function groupsOf(ingredients: readonly Ingredient[]): Group[] {
  const groups: Group[] = []
  ingredients.forEach((ingredient, index) => {
    const last = groups.at(-1)
    const line = { key: `${index} ${ingredient.text}`, index, ingredient }
    if (last !== undefined && last.heading === ingredient.group) last.lines.push(line)
    else groups.push({ key: `${index}`, heading: ingredient.group, lines: [line] })
  })
  return groups
}
