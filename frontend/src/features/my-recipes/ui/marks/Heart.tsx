import { useIntl } from 'react-intl'
import { useRecipeStore } from '../../../../shared/api/recipes/RecipesProvider'
import type { RecipeCard } from '../../../../shared/lib/recipe/recipe'
import { IconButton } from '../../../../shared/ui/Button'
import { HeartIcon } from '../../../../shared/ui/mark-icons'
import { useMarking } from '../../../../shared/ui/useMarking'

export function Heart({ card: { id, title, favourite } }: { card: RecipeCard }) {
  const intl = useIntl()
  const store = useRecipeStore()
  const mark = useMarking((id, changes) => store.mark(id, changes))
  const untitled = intl.formatMessage({ id: 'card.untitled', defaultMessage: 'Untitled recipe' })
  return (
    <IconButton
      label={intl.formatMessage(
        { id: 'card.favourite', defaultMessage: '{name} is a favourite' },
        { name: title ?? untitled },
      )}
      aria-pressed={favourite}
      onClick={() => mark(id, { favourite: !favourite })}
      className={`relative z-1 shrink-0 ${favourite ? 'text-accent! hover:text-accent-strong!' : ''}`}
    >
      <HeartIcon filled={favourite} />
    </IconButton>
  )
}
