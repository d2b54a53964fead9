import { FormattedMessage, useIntl } from 'react-intl'
import { showFactor } from '../../../shared/lib/amounts/factor'
import type { Recipe } from '../../../shared/lib/recipe/recipe'
import { AlertIcon } from '../../../shared/ui/icons'
import type { ShoppingNeeds } from '../model/linked'

/** Which linked recipes of a recipe are included, and which lines are listed as they are. */
export function LinkedNeeds({ recipe, needs }: { recipe: Recipe; needs: ShoppingNeeds }) {
  const intl = useIntl()
  const included = needs.included.filter((each) => each.recipe === recipe)
  const unclear = needs.unclear.filter((each) => each.recipe === recipe)
  if (included.length + unclear.length === 0) return null
  const nameOf = ({ title, language }: Recipe) => (
    <span lang={language ?? undefined}>
      {title ?? intl.formatMessage({ id: 'card.untitled', defaultMessage: 'Untitled recipe' })}
    </span>
  )
  return (
    <ul className="w-full text-sm text-muted">
      {included.map(({ linked, times }) => (
        <li key={linked.id} data-included={linked.id}>
          <FormattedMessage
            id="shopping.linked"
            defaultMessage="With the ingredients of {name} ({times}×)"
            values={{ name: nameOf(linked), times: showFactor(times, intl.locale === 'en' ? '.' : ',') }}
          />
        </li>
      ))}
      {unclear.map(({ linked, line }) => (
        <li key={`${linked.id} ${line}`} data-unclear={linked.id} className="flex items-center gap-1.5 text-danger">
          <AlertIcon className="size-4 shrink-0" />
          <span>
            <FormattedMessage
              id="shopping.linked.unclear"
              defaultMessage="Without the ingredients of {name}: it’s unclear how much “{line}” needs."
              values={{ name: nameOf(linked), line: recipe.ingredients[line]?.text ?? '' }}
            />
          </span>
        </li>
      ))}
    </ul>
  )
}
