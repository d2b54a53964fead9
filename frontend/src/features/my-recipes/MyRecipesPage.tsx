import { FormattedMessage, useIntl } from 'react-intl'
import { useRecipeStore, useRecipes } from '../../api/RecipesProvider'
import { localeOf } from '../../i18n/locale'
import { siteOf } from '../../lib/address'
import type { RecipeCard } from '../../lib/recipe'
import { Button } from '../../ui/Button'
import { AlertIcon } from '../../ui/icons'
import { Notice } from '../../ui/Notice'
import { Skeleton } from '../../ui/Skeleton'
import { usePageTitle } from '../../ui/usePageTitle'
import { DemoKitchen } from './DemoKitchen'
import { ImportNews } from './ImportNews'
import { RecipeCardView } from './RecipeCardView'
import { UrlBox } from './UrlBox'

/** The list of the caller's recipes, and the box that grows it. */
export function MyRecipesPage({ demo }: { demo: boolean }) {
  const intl = useIntl()
  const store = useRecipeStore()
  const { recipes, phase, synced } = useRecipes()
  usePageTitle(intl.formatMessage({ id: 'page.home.title', defaultMessage: 'Zest – Get to the Recipe' }))

  const submit = (url: string) => {
    // The reader's language counts where a page does not tell its own.
    store.submit(url, localeOf(location.pathname))
  }
  const remove = (card: RecipeCard) => store.remove(card.id, card.title ?? siteOf(card.url))
  const empty = phase === 'ready' && recipes.length === 0

  return (
    <div className="flex flex-col gap-8 pb-24" data-synced={synced}>
      {empty ? (
        <Welcome />
      ) : (
        <h1 className="-mb-4 text-3xl font-semibold sm:text-4xl">
          <FormattedMessage id="myRecipes.title" defaultMessage="My recipes" />
        </h1>
      )}
      <div className={empty ? 'mx-auto w-full max-w-2xl' : 'max-w-3xl'}>
        <UrlBox onSubmit={submit} />
      </div>
      <ImportNews recipes={recipes} />
      {phase === 'loading' && recipes.length === 0 && <LoadingList />}
      {phase === 'unreachable' && recipes.length === 0 && <Unreachable onRetry={() => store.retryConnection()} />}
      {recipes.length > 0 && (
        <ul className="grid gap-4 sm:grid-cols-2 sm:gap-6 lg:grid-cols-3">
          {recipes.map((recipe) => (
            <li key={recipe.card.id} className="min-w-0 animate-arrive">
              <RecipeCardView recipe={recipe} onRetry={(id) => store.retry(id)} onRemove={remove} />
            </li>
          ))}
        </ul>
      )}
      {demo && phase === 'ready' && (
        <DemoKitchen prominent={empty} taken={recipes.map(({ card }) => card.url)} onPick={submit} />
      )}
    </div>
  )
}

function Welcome() {
  return (
    <div className="pt-6 text-center sm:pt-14">
      <h1 className="mx-auto max-w-2xl text-4xl leading-tight font-semibold sm:text-5xl">
        <FormattedMessage id="myRecipes.welcome.title" defaultMessage="Get to the recipe." />
      </h1>
      <p className="mx-auto mt-4 max-w-xl text-lg text-balance text-muted">
        <FormattedMessage
          id="myRecipes.welcome.text"
          defaultMessage="Paste a link. Zest leaves the life story out and keeps the ingredients, the steps and the picture."
        />
      </p>
    </div>
  )
}

function LoadingList() {
  return (
    <div role="status">
      <span className="sr-only">
        <FormattedMessage id="myRecipes.loading" defaultMessage="Loading your recipes" />
      </span>
      <div className="grid gap-4 sm:grid-cols-2 sm:gap-6 lg:grid-cols-3">
        {['a', 'b', 'c'].map((key) => (
          <Skeleton key={key} className="h-28 sm:h-72" />
        ))}
      </div>
    </div>
  )
}

function Unreachable({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert">
      <Notice
        level={2}
        icon={<AlertIcon className="size-8" />}
        title={<FormattedMessage id="myRecipes.unreachable.title" defaultMessage="Your recipes could not be loaded" />}
        actions={
          <Button look="quiet" onClick={onRetry}>
            <FormattedMessage id="action.retry" defaultMessage="Try again" />
          </Button>
        }
      >
        <FormattedMessage
          id="myRecipes.unreachable.text"
          defaultMessage="Zest does not answer at the moment. Nothing is lost; the list appears as soon as it does."
        />
      </Notice>
    </div>
  )
}
