import { FormattedMessage, useIntl } from 'react-intl'
import type { OwnRecipe } from '../../../../shared/lib/recipe/recipe'
import { Collections } from './Collections'
import { MadeOn } from './MadeOn'
import { Rating } from './Rating'
import { useMarks } from './useMarks'

/** The owner's rating, cooking days and collections; each change is stored immediately. */
export function RecipeMarks({ recipe }: { recipe: OwnRecipe }) {
  const intl = useIntl()
  const { marks, mark } = useMarks(recipe)
  const { rating, collections, madeOn } = marks
  return (
    <section
      aria-label={intl.formatMessage({ id: 'marks.title', defaultMessage: 'Only for you' })}
      data-marks
      className="mt-12 flex flex-col gap-3 border-t border-line pt-8 print:hidden"
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Rating rating={rating} onRate={(stars) => mark({ rating: stars })} />
        <MadeOn days={madeOn} onDays={(days) => mark({ madeOn: days })} />
      </div>
      <Collections names={collections} onNames={(names) => mark({ collections: names })} />
      <p className="sr-only">
        <FormattedMessage id="marks.private" defaultMessage="Only you can see this." />
      </p>
    </section>
  )
}
