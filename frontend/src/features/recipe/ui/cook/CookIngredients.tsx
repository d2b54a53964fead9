import { useIntl } from 'react-intl'
import { showLine } from '../../../../shared/lib/amounts/line-amounts'
import type { View } from '../../../../shared/lib/amounts/pieces'
import type { Ingredient, Language } from '../../../../shared/lib/recipe/recipe'
import { UnscaledMark } from '../../../../shared/ui/UnscaledMark'
import { groupsOf } from '../Ingredients'
import { Pieces } from '../scaling/Pieces'

interface CookIngredientsProps {
  ingredients: readonly Ingredient[]
  language: Language | undefined
  view: View
  /** The shown step, whose ingredients are highlighted; null if all steps are shown. */
  step: number | null
  isDone: (index: number) => boolean
  toggle: (index: number) => void
}

/** All ingredients with checkboxes; those of the current step are highlighted. */
export function CookIngredients({ ingredients, language, view, step, isDone, toggle }: CookIngredientsProps) {
  const intl = useIntl()
  if (ingredients.length === 0) return null
  return (
    <section
      aria-label={intl.formatMessage({ id: 'recipe.ingredients', defaultMessage: 'Ingredients' })}
      className="lg:sticky lg:top-4 lg:self-start"
    >
      {groupsOf(ingredients).map(({ key, heading, lines }) => (
        <div key={key} lang={language} className="mb-4">
          {heading !== null && <h2 className="mb-1 font-semibold">{heading}</h2>}
          <ul>
            {lines.map(({ key: lineKey, index, ingredient }) => {
              const { amount, middle, note, isUnscaled } = showLine(ingredient, view, language ?? null)
              const isUsed = step !== null && ingredient.stepMapping.includes(step)
              return (
                <li key={lineKey} data-used={isUsed || undefined} className="rounded-lg data-used:bg-accent-soft">
                  <label className="flex min-h-11 cursor-pointer items-baseline gap-3 px-2 py-2 has-checked:text-muted has-checked:line-through">
                    <input
                      type="checkbox"
                      checked={isDone(index)}
                      onChange={() => toggle(index)}
                      className="size-5 shrink-0 translate-y-1 accent-(--accent)"
                    />
                    <span>
                      <span className="font-semibold tabular-nums">
                        <Pieces pieces={amount} />
                      </span>{' '}
                      <Pieces pieces={middle} />
                      {note.length > 0 && (
                        <span className={isUsed ? '' : 'text-muted'}>
                          {/^[\p{L}\p{N}(–—-]/u.test(note[0]?.text ?? '') && ' '}
                          <Pieces pieces={note} />
                        </span>
                      )}
                    </span>
                  </label>
                  {isUnscaled && <UnscaledMark className="block pb-2 pl-10" />}
                </li>
              )
            })}
          </ul>
        </div>
      ))}
    </section>
  )
}
