import { useEffect } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useRecipeStore, useRecipes } from '../../../../shared/api/recipes/RecipesProvider'
import type { Marks } from '../../../../shared/lib/recipe/marks'
import type { OwnRecipe } from '../../../../shared/lib/recipe/recipe'
import { IconButton } from '../../../../shared/ui/Button'
import { HeartIcon } from '../../../../shared/ui/mark-icons'
import { useMarking } from '../../../../shared/ui/useMarking'
import { Collections } from './Collections'
import { MadeOn } from './MadeOn'
import { Rating } from './Rating'

/** The owner's marks; each change is stored at once. */
export function RecipeMarks({ recipe }: { recipe: OwnRecipe }) {
  const intl = useIntl()
  const store = useRecipeStore()
  useEffect(() => store.prepareMarks(), [store])
  const pending = useRecipes().marks.get(recipe.id)
  const { favourite, rating, collections, madeOn }: Marks = { ...recipe, ...pending }
  const mark = useMarking((id, changes) => store.mark(id, changes))
  return (
    <section
      aria-label={intl.formatMessage({ id: 'marks.title', defaultMessage: 'For you alone' })}
      data-marks
      className="mt-6 flex flex-col gap-2 print:hidden"
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <IconButton
          label={intl.formatMessage({ id: 'marks.favourite', defaultMessage: 'Favourite' })}
          aria-pressed={favourite}
          onClick={() => mark(recipe.id, { favourite: !favourite })}
          className={`-ml-2.5 ${favourite ? 'text-accent! hover:text-accent-strong!' : ''}`}
        >
          <HeartIcon filled={favourite} className="size-6" />
        </IconButton>
        <Rating rating={rating} onRate={(stars) => mark(recipe.id, { rating: stars })} />
        <MadeOn days={madeOn} onDays={(days) => mark(recipe.id, { madeOn: days })} />
      </div>
      <Collections names={collections} onNames={(names) => mark(recipe.id, { collections: names })} />
      <p className="sr-only">
        <FormattedMessage id="marks.private" defaultMessage="Nobody else sees this." />
      </p>
    </section>
  )
}
