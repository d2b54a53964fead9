import Fraction from 'fraction.js'
import { useIntl } from 'react-intl'
import { showFactor } from '../lib/amounts/factor'
import { shownText } from '../lib/amounts/line-amounts'
import { linkedFactor } from '../lib/amounts/linked-factor'
import type { View } from '../lib/amounts/pieces'
import type { Recipe } from '../lib/recipe/recipe'
import { linksOf } from '../lib/recipe/recipe-links'

interface LinkedIngredientsProps {
  recipe: Recipe
  /** Recipes by id; a line whose linked recipe is missing is skipped. */
  linked: ReadonlyMap<string, Recipe>
  view: View
}

/** For print: the ingredients of linked recipes, as often as their lines need them; once if that is not certain. */
export function LinkedIngredients({ recipe, linked, view }: LinkedIngredientsProps) {
  const intl = useIntl()
  return linksOf(recipe).map(({ line, recipe: id }) => {
    const [ingredient, target] = [recipe.ingredients[line], linked.get(id)]
    if (ingredient === undefined || target === undefined) return null
    const factor = linkedFactor(ingredient, view.factor, target, recipe.language) ?? new Fraction(1)
    const name = target.title ?? intl.formatMessage({ id: 'card.untitled', defaultMessage: 'Untitled recipe' })
    return (
      <div
        key={line}
        data-linked-ingredients={id}
        lang={target.language ?? undefined}
        className="mb-3 break-inside-avoid"
      >
        <p className="font-semibold">{`${name} (${showFactor(factor, intl.locale === 'en' ? '.' : ',')}×)`}</p>
        <ul>
          {target.ingredients.map((each, index) => (
            <li key={`${index} ${each.text}`} className="py-0.5 wrap-anywhere">
              {shownText(each, { ...view, factor }, target.language)}
            </li>
          ))}
        </ul>
      </div>
    )
  })
}
