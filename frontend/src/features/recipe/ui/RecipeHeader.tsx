import { FormattedMessage } from 'react-intl'
import { safeLink, siteOf } from '../../../shared/lib/recipe/address'
import { isOwn, type Recipe } from '../../../shared/lib/recipe/recipe'
import { ExternalIcon } from '../../../shared/ui/icons'
import { RecipePicture } from '../../../shared/ui/RecipePicture'
import { HEADER_GRID, PICTURE, PICTURE_SIZES, TITLE } from './layout'
import { OwnPicture } from './picture/OwnPicture'
import { RecipeActions } from './RecipeActions'
import { Summary } from './Summary'
import type { ViewState } from './scaling/useView'
import type { OriginsState } from './useOrigins'

interface RecipeHeaderProps {
  recipe: Recipe
  state: ViewState
  /** Null for non-owners. */
  origins: OriginsState | null
}

/** Title, source, photo, times and the main actions. Low, so that the ingredients are visible. */
export function RecipeHeader({ recipe, state, origins }: RecipeHeaderProps) {
  const isReady = recipe.status === 'SUCCESS'
  const picture = (
    <RecipePicture
      when="first"
      imageUrl={recipe.imageUrl}
      title={recipe.title}
      sizes={PICTURE_SIZES}
      className={PICTURE}
    />
  )
  const place = 'col-start-2 row-start-1 md:row-span-3 print:hidden'
  return (
    <header className={HEADER_GRID}>
      <div className="flex flex-col gap-1.5 pt-1">
        <h1 lang={recipe.language ?? undefined} className={TITLE}>
          {recipe.title ?? sourceNameOf(recipe) ?? (
            <FormattedMessage id="card.untitled" defaultMessage="Untitled recipe" />
          )}
        </h1>
        <WhoAndWhere recipe={recipe} />
      </div>
      {isOwn(recipe) && isReady ? (
        <OwnPicture isSmall recipe={recipe} className={place}>
          {picture}
        </OwnPicture>
      ) : (
        <div className={place}>{picture}</div>
      )}
      {isReady && (
        <>
          <Summary recipe={recipe} state={state} className="col-span-2 md:col-span-1 md:col-start-1" />
          <RecipeActions recipe={recipe} origins={origins} className="col-span-2 md:col-span-1 md:col-start-1" />
        </>
      )}
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
    <p className="flex flex-wrap items-center gap-x-3 text-[0.9375rem] print:text-sm">
      {author !== null && (
        <span className="wrap-anywhere text-muted">
          <FormattedMessage id="recipe.by" defaultMessage="By {author}" values={{ author }} />
        </span>
      )}
      {isLinked && (
        <>
          <a
            href={link}
            rel="noopener noreferrer"
            className="inline-flex min-h-6 items-center gap-1.5 font-medium wrap-anywhere text-accent underline-offset-4 hover:underline print:hidden"
          >
            {site}
            <ExternalIcon className="size-4 shrink-0" />
          </a>
          {/* Print the full address. */}
          <span className="hidden wrap-anywhere text-muted print:inline">{link}</span>
        </>
      )}
    </p>
  )
}

/** File name of an upload that has no title yet. */
function sourceNameOf({ status, sourceName }: Recipe): string | null {
  return status === 'SUCCESS' ? null : sourceName
}
