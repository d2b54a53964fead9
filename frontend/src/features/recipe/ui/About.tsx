import { FormattedMessage } from 'react-intl'
import { Link } from 'react-router'
import { isOwn, type Recipe } from '../../../shared/lib/recipe/recipe'
import { paths } from '../../../shared/lib/routing/paths'

/** Description and tags, below what is needed to cook. */
export function About({ recipe }: { recipe: Recipe }) {
  const { description, tags } = recipe
  if (description === null && tags.length === 0) return null
  return (
    <section aria-labelledby="about" className={`mt-12 print:mt-4 ${description === null ? 'print:hidden' : ''}`}>
      <h2 id="about" className="mb-3 text-2xl font-semibold">
        <FormattedMessage id="recipe.about" defaultMessage="About this recipe" />
      </h2>
      {description !== null && (
        <p
          lang={recipe.language ?? undefined}
          className="max-w-prose wrap-anywhere whitespace-pre-line text-muted print:text-sm"
        >
          {description}
        </p>
      )}
      {tags.length > 0 && <Tags recipe={recipe} />}
    </section>
  )
}

const TAG = 'inline-block rounded-full bg-accent-soft px-3 text-sm leading-7 text-on-accent-soft'

/** For the owner, tags link to the filtered list. */
function Tags({ recipe }: { recipe: Recipe }) {
  const isOwner = isOwn(recipe)
  return (
    <ul lang={recipe.language ?? undefined} className="mt-4 flex flex-wrap gap-2 print:hidden">
      {recipe.tags.map(({ name }) => (
        <li key={name}>
          {isOwner ? (
            <Link
              to={{ pathname: paths.myRecipes, search: new URLSearchParams({ tag: name }).toString() }}
              className={`${TAG} underline-offset-4 hover:underline`}
            >
              {name}
            </Link>
          ) : (
            <span className={TAG}>{name}</span>
          )}
        </li>
      ))}
    </ul>
  )
}
