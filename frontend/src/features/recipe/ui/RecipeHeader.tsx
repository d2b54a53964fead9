import { FormattedMessage } from 'react-intl'
import { Link } from 'react-router'
import { safeLink, siteOf } from '../../../shared/lib/recipe/address'
import type { Recipe } from '../../../shared/lib/recipe/recipe'
import { paths } from '../../../shared/lib/routing/paths'
import { ExternalIcon } from '../../../shared/ui/icons'
import { RecipePicture } from '../../../shared/ui/RecipePicture'
import { OwnPicture } from './picture/OwnPicture'
import { RecipeActions } from './RecipeActions'

interface RecipeHeaderProps {
  recipe: Recipe
  isOwner: boolean
  /** Null if the caller may not delete it. */
  onRemove: (() => void) | null
}

export function RecipeHeader({ recipe, isOwner, onRemove }: RecipeHeaderProps) {
  const language = recipe.language ?? undefined
  const picture = (
    <RecipePicture
      eager
      imageUrl={recipe.imageUrl}
      title={recipe.title}
      className={`-mx-4 w-[calc(100%+2rem)] max-w-none sm:mx-0 sm:w-full sm:rounded-3xl md:order-2 md:aspect-[4/3] print:hidden ${recipe.imageUrl === null ? 'aspect-[5/2]' : 'aspect-[4/3]'}`}
    />
  )
  return (
    <header className="grid gap-6 pt-2 sm:gap-10 md:grid-cols-2 md:items-center print:block print:pt-0">
      {isOwner && recipe.status === 'SUCCESS' ? (
        <OwnPicture recipe={recipe} className="md:order-2 print:hidden">
          {picture}
        </OwnPicture>
      ) : (
        picture
      )}
      <div className="flex flex-col gap-4 print:gap-1">
        <h1 lang={language} className="text-4xl leading-[1.1] font-semibold wrap-anywhere sm:text-5xl print:text-3xl">
          {recipe.title ?? sourceNameOf(recipe) ?? (
            <FormattedMessage id="card.untitled" defaultMessage="Recipe without a title" />
          )}
        </h1>
        <WhoAndWhere recipe={recipe} />
        {recipe.description !== null && (
          <p lang={language} className="max-w-prose text-lg wrap-anywhere whitespace-pre-line text-muted print:text-sm">
            {recipe.description}
          </p>
        )}
        {recipe.tags.length > 0 && <Tags recipe={recipe} isOwner={isOwner} />}
        <RecipeActions recipe={recipe} isOwner={isOwner} onRemove={onRemove} />
      </div>
    </header>
  )
}

/** Author and site; empty if both are unknown. */
function WhoAndWhere({ recipe }: { recipe: Recipe }) {
  const site = siteOf(recipe.url)
  const link = safeLink(recipe.url)
  const { author } = recipe
  const isLinked = link !== null && site !== null
  if (author === null && !isLinked) return null
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {author !== null && (
        <span className="wrap-anywhere text-muted print:text-sm">
          <FormattedMessage id="recipe.by" defaultMessage="By {author}" values={{ author }} />
        </span>
      )}
      {isLinked && (
        <>
          <a
            href={link}
            rel="noopener noreferrer"
            className="inline-flex min-h-6 items-center gap-1.5 font-medium text-accent underline-offset-4 hover:underline print:hidden"
          >
            {site}
            <ExternalIcon className="size-4" />
          </a>
          {/* Print the full address. */}
          <span className="hidden text-sm wrap-anywhere text-muted print:inline">{link}</span>
        </>
      )}
    </p>
  )
}

const TAG = 'inline-block rounded-full bg-accent-soft px-3 text-sm leading-7 text-on-accent-soft'

/** File name of an upload that has no title yet. */
function sourceNameOf({ status, sourceName }: Recipe): string | null {
  return status === 'SUCCESS' ? null : sourceName
}

/** For the owner, tags link to the filtered list. */
function Tags({ recipe, isOwner }: { recipe: Recipe; isOwner: boolean }) {
  return (
    <ul lang={recipe.language ?? undefined} className="flex flex-wrap gap-2 print:hidden">
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
