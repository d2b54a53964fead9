import { useIntl } from 'react-intl'
import type { OwnRecipe } from '../../../../shared/lib/recipe/recipe'
import { IconButton } from '../../../../shared/ui/Button'
import { HeartIcon } from '../../../../shared/ui/mark-icons'
import { useMarks } from './useMarks'

export function Favourite({ recipe }: { recipe: OwnRecipe }) {
  const intl = useIntl()
  const { marks, mark } = useMarks(recipe)
  const { favourite } = marks
  return (
    <IconButton
      label={intl.formatMessage({ id: 'marks.favourite', defaultMessage: 'Favourite' })}
      aria-pressed={favourite}
      onClick={() => mark({ favourite: !favourite })}
      className={favourite ? 'text-accent! hover:text-accent-strong!' : ''}
    >
      <HeartIcon filled={favourite} className="size-6" />
    </IconButton>
  )
}
