import { useId } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { IconButton } from '../../../../shared/ui/Button'
import { CloseIcon } from '../../../../shared/ui/icons'
import { StarIcon } from '../../../../shared/ui/mark-icons'

const STARS = [1, 2, 3, 4, 5] as const

interface RatingProps {
  /** From 1 to 5; null if unrated. */
  rating: number | null
  onRate: (rating: number | null) => void
}

/** Star rating as radio buttons, with a clear button. */
export function Rating({ rating, onRate }: RatingProps) {
  const intl = useIntl()
  const name = useId()
  return (
    <fieldset className="-ml-2.5 flex items-center" data-rating={rating ?? 0}>
      <legend className="sr-only">
        <FormattedMessage id="marks.rating" defaultMessage="My rating" />
      </legend>
      {STARS.map((stars) => (
        <label
          key={stars}
          className={`grid size-11 cursor-pointer place-items-center rounded-full transition-colors hover:bg-sunken has-focus-visible:outline-3 has-focus-visible:outline-accent max-sm:-mx-0.5 ${stars <= (rating ?? 0) ? 'text-accent' : 'text-muted'}`}
        >
          <input
            type="radio"
            name={name}
            value={stars}
            checked={stars === rating}
            onChange={() => onRate(stars)}
            aria-label={intl.formatMessage(
              { id: 'marks.stars', defaultMessage: '{count, plural, one {# star} other {# stars}}' },
              { count: stars },
            )}
            className="absolute size-px opacity-0"
          />
          <StarIcon filled={stars <= (rating ?? 0)} />
        </label>
      ))}
      {rating !== null && (
        <IconButton
          label={intl.formatMessage({ id: 'marks.noRating', defaultMessage: 'Clear rating' })}
          onClick={() => onRate(null)}
        >
          <CloseIcon className="size-4" />
        </IconButton>
      )}
    </fieldset>
  )
}
