import { Suspense } from 'react'
import { useIntl } from 'react-intl'
import { lazyComponent } from '../../../shared/ui/lazy-component'
import { followArrows } from './arrows'
import { RecipeItem, whenOf } from './RecipeItem'
import type { RecipeListProps } from './recipe-list-props'

/** Maximum length of a list that is not virtualized. */
const MAX_AT_ONCE = 120

const LongList = lazyComponent(async () => (await import('./LongList')).LongList)

/** The list, navigable with arrow keys. */
export function RecipeList(props: RecipeListProps) {
  const { recipes } = props
  if (recipes.length <= MAX_AT_ONCE) return <ShortList {...props} />
  return (
    <Suspense fallback={<ShortList {...props} recipes={recipes.slice(0, MAX_AT_ONCE / 4)} />}>
      <LongList {...props} />
    </Suspense>
  )
}

function ShortList({ recipes, view, selecting, selected, actions }: RecipeListProps) {
  const intl = useIntl()
  return (
    <ul
      aria-label={intl.formatMessage({ id: 'list.label', defaultMessage: 'Recipes' })}
      onKeyDown={followArrows}
      className={
        view === 'grid'
          ? 'grid grid-cols-1 gap-3 max-md:grid-flow-row-dense min-[20rem]:grid-cols-2 sm:gap-5 md:grid-cols-3 xl:grid-cols-4'
          : 'grid grid-cols-1 gap-2'
      }
    >
      {recipes.map((recipe, index) => (
        <li
          key={recipe.card.id}
          data-index={index}
          className={`min-w-0 animate-arrive ${view === 'grid' && recipe.card.status === 'FAILED' ? 'max-md:col-span-full' : ''}`}
        >
          <RecipeItem
            recipe={recipe}
            view={view}
            when={whenOf(index)}
            selecting={selecting}
            selected={selected.has(recipe.card.id)}
            {...actions}
          />
        </li>
      ))}
    </ul>
  )
}
