import { FormattedMessage } from 'react-intl'
import { Button } from '../../../shared/ui/Button'
import { AlertIcon } from '../../../shared/ui/icons'
import { Notice } from '../../../shared/ui/Notice'
import { Skeleton } from '../../../shared/ui/Skeleton'

/** Empty state of the list. */
export function Welcome() {
  return (
    <div className="pt-6 text-center sm:pt-14">
      <h1 className="mx-auto max-w-2xl text-4xl leading-tight font-semibold sm:text-5xl">
        <FormattedMessage id="myRecipes.welcome.title" defaultMessage="Get to the recipe." />
      </h1>
      <p className="mx-auto mt-4 max-w-xl text-lg text-balance text-muted">
        <FormattedMessage
          id="myRecipes.welcome.text"
          defaultMessage="Paste a link, or choose a photo or file. Zest skips the life story and keeps the ingredients, the steps and the photo."
        />
      </p>
    </div>
  )
}

export function LoadingList() {
  return (
    <div role="status">
      <span className="sr-only">
        <FormattedMessage id="myRecipes.loading" defaultMessage="Loading your recipes…" />
      </span>
      <div className="grid gap-4 sm:grid-cols-2 sm:gap-6 lg:grid-cols-3">
        {['a', 'b', 'c'].map((key) => (
          <Skeleton key={key} className="h-28 sm:h-72" />
        ))}
      </div>
    </div>
  )
}

export function Unreachable({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert">
      <Notice
        level={2}
        icon={<AlertIcon className="size-8" />}
        title={<FormattedMessage id="myRecipes.unreachable.title" defaultMessage="Couldn’t load your recipes" />}
        actions={
          <Button variant="quiet" onClick={onRetry}>
            <FormattedMessage id="action.retry" defaultMessage="Try again" />
          </Button>
        }
      >
        <FormattedMessage
          id="myRecipes.unreachable.text"
          defaultMessage="Can’t reach Zest right now. Nothing is lost; your list will load when it’s back."
        />
      </Notice>
    </div>
  )
}
