import { useSyncExternalStore } from 'react'
import { FormattedDate, FormattedMessage } from 'react-intl'
import { useRecipes } from '../../../shared/api/recipes/RecipesProvider'
import { keptProblem } from '../model/kept'

/** Age from which the session may expire and the list be outdated. */
const LONG_MS = 7 * 24 * 3_600_000

const problem = keptProblem()

/** Offline notice with the age of the list and what is missing. */
export function OfflineNotice({ now = Date.now }: { now?: () => number }) {
  const { keptAt, phase } = useRecipes()
  const full = useSyncExternalStore(problem.subscribe, problem.read) !== null
  return (
    <div role="status" data-offline className="mb-4 rounded-2xl bg-sunken px-4 py-3 text-sm print:hidden">
      <p>
        <b className="font-semibold">
          <FormattedMessage id="offline.title" defaultMessage="You are offline." />
        </b>{' '}
        {phase === 'unreachable' ? (
          <FormattedMessage
            id="offline.nothing"
            defaultMessage="No recipes are kept on this device: its storage was cleared, or Zest was not open here for long enough. Nothing is lost; they appear as soon as you are connected."
          />
        ) : (
          <FormattedMessage
            id="offline.waits"
            defaultMessage="What you add waits on this device and is sent as soon as you are connected."
          />
        )}
      </p>
      {keptAt !== null && (
        <p className="mt-1 text-muted">
          <FormattedMessage
            id="offline.kept"
            defaultMessage="Your recipes are as they were on {time}."
            values={{ time: <FormattedDate value={keptAt} dateStyle="long" timeStyle="short" /> }}
          />{' '}
          {now() - keptAt > LONG_MS && (
            <FormattedMessage
              id="offline.long"
              defaultMessage="That is more than a week ago. Open Zest with a connection soon; you may have to sign in again, and nothing that waits is lost."
            />
          )}
        </p>
      )}
      {full && (
        <p className="mt-1 text-muted">
          <FormattedMessage
            id="offline.full"
            defaultMessage="This device has no room left, so some recipes or pictures are missing. Free some space, then open Zest once with a connection."
          />
        </p>
      )}
    </div>
  )
}
