import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import type { Ingredient, Recipe } from '../../../shared/lib/recipe/recipe'
import { PageIcon } from '../../../shared/ui/icons'
import { keysOf, textOfLine } from '../model/ticks'
import { IngredientLine } from './IngredientLine'
import { PrintedLinks } from './linked/PrintedLinks'
import { useLinkedRecipes } from './linked/useLinkedRecipes'
import { AmountsHeader } from './scaling/AmountsHeader'
import type { ViewState } from './scaling/useView'
import type { OriginsState } from './useOrigins'
import type { TicksState } from './useTicks'

interface IngredientsProps {
  recipe: Recipe
  state: ViewState
  ticks: TicksState
  /** Null for non-owners. */
  origins: OriginsState | null
  /** Called with the steps that use the hovered or focused line. */
  onPoint: (steps: readonly number[]) => void
  /** Highlighted step, or null. */
  step: number | null
}

/** Ingredients by group, with checkboxes. */
export function Ingredients({ recipe, state, ticks, origins, onPoint, step }: IngredientsProps) {
  const { ingredients } = recipe
  const language = recipe.language ?? undefined
  const keys = keysOf(ingredients.map(textOfLine), 'line')
  const linked = useLinkedRecipes(recipe, state.view)
  const [asking, setAsking] = useState(false)
  return (
    <section
      aria-labelledby="ingredients"
      className="md:sticky md:top-0 md:-mx-2 md:max-h-dvh md:self-start md:overflow-y-auto md:px-2 print:static print:m-0 print:max-h-none print:overflow-visible print:p-0"
    >
      <AmountsHeader
        recipe={recipe}
        state={state}
        heading={
          <h2 id="ingredients" className="text-2xl font-semibold">
            <FormattedMessage id="recipe.ingredients" defaultMessage="Ingredients" />
          </h2>
        }
      >
        {origins !== null && (
          <button
            type="button"
            aria-pressed={asking}
            onClick={() => setAsking(!asking)}
            className="inline-flex min-h-9 items-center gap-1.5 rounded-full bg-sunken px-3 text-sm font-semibold text-muted transition-colors hover:text-ink aria-pressed:bg-accent-soft aria-pressed:text-on-accent-soft"
          >
            <PageIcon className="size-4" />
            <FormattedMessage id="ingredients.ask" defaultMessage="Show sources" />
          </button>
        )}
      </AmountsHeader>
      <div className="grid grid-cols-[auto_fit-content(7.5rem)_1fr_auto] gap-x-3">
        {groupsOf(ingredients).map(({ key, heading, lines }) => (
          <div key={key} className="col-span-full mb-4 grid grid-cols-subgrid">
            {heading !== null && (
              <h3 lang={language} className="col-span-full mt-2 mb-1 text-lg font-semibold">
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
                  view={state.view}
                  done={ticks.isDone(keys[index] ?? '')}
                  onToggleDone={() => ticks.toggle(keys[index] ?? '')}
                  used={step !== null && ingredient.stepMapping.includes(step)}
                  linked={linked.get(index)}
                  origins={origins}
                  asking={asking}
                  onPoint={onPoint}
                />
              ))}
            </ul>
          </div>
        ))}
      </div>
      {linked.size > 0 && <PrintedLinks recipe={recipe} view={state.view} />}
    </section>
  )
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
