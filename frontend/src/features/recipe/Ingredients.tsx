import { FormattedMessage } from 'react-intl'
import type { Ingredient } from '../../lib/recipe'

interface IngredientsProps {
  ingredients: readonly Ingredient[]
  /** Of the recipe's own words. */
  language: string | undefined
}

/** What to have at hand, under the source's own headings; each line can be ticked off. */
export function Ingredients({ ingredients, language }: IngredientsProps) {
  return (
    <section aria-labelledby="ingredients" className="md:sticky md:top-6 md:self-start">
      <h2 id="ingredients" className="mb-3 text-2xl font-semibold">
        <FormattedMessage id="recipe.ingredients" defaultMessage="Ingredients" />
      </h2>
      {groupsOf(ingredients).map(({ key, heading, lines }) => (
        <div key={key} lang={language} className="mb-6">
          {heading !== null && <h3 className="mb-1 text-lg font-semibold">{heading}</h3>}
          <ul>
            {lines.map(({ key: lineKey, ingredient }) => (
              <li key={lineKey} className="border-b border-line last:border-0">
                <label className="flex min-h-11 cursor-pointer items-start gap-3 py-2 has-checked:text-muted has-checked:line-through">
                  <input type="checkbox" className="mt-1 size-4.5 shrink-0 accent-(--accent)" />
                  <Line ingredient={ingredient} />
                </label>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  )
}

/** The line as its source writes it, with the amount it begins with set apart for the eye. */
function Line({ ingredient: { text, quantity, unit, name } }: { ingredient: Ingredient }) {
  const amount = [quantity, unit].filter((part) => part !== '').join(' ')
  const line = text === '' ? [amount, name].filter((part) => part !== '').join(' ') : text
  if (amount !== '' && line.startsWith(amount)) {
    return (
      <span>
        <span className="font-semibold">{amount}</span>
        {line.slice(amount.length)}
      </span>
    )
  }
  return <span>{line}</span>
}

interface Group {
  readonly key: string
  readonly heading: string | null
  readonly lines: { readonly key: string; readonly ingredient: Ingredient }[]
}

/** Lines in their order, cut wherever the heading changes. */
export function groupsOf(ingredients: readonly Ingredient[]): Group[] {
  const groups: Group[] = []
  ingredients.forEach((ingredient, index) => {
    const last = groups.at(-1)
    const line = { key: `${index} ${ingredient.text}`, ingredient }
    if (last !== undefined && last.heading === ingredient.group) last.lines.push(line)
    else groups.push({ key: `${index}`, heading: ingredient.group, lines: [line] })
  })
  return groups
}
