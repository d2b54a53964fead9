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
          defaultMessage="Paste a link, or choose a photo or a file. Zest leaves the life story out and keeps the ingredients, the steps and the picture."
        />
      </p>
    </div>
  )
}

export function LoadingList() {
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

export function Unreachable({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert">
      <Notice
        level={2}
        icon={<AlertIcon className="size-8" />}
        title={<FormattedMessage id="myRecipes.unreachable.title" defaultMessage="Your recipes could not be loaded" />}
        actions={
          <Button variant="quiet" onClick={onRetry}>
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
