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
          <FormattedMessage id="offline.title" defaultMessage="You’re offline." />
        </b>{' '}
        {phase === 'unreachable' ? (
          <FormattedMessage
            id="offline.nothing"
            defaultMessage="No recipes are saved on this device yet. Nothing is lost; they’ll appear when you’re online."
          />
        ) : (
          <FormattedMessage
            id="offline.waits"
            defaultMessage="New recipes are saved on this device and sent when you’re online."
          />
        )}
      </p>
      {keptAt !== null && (
        <p className="mt-1 text-muted">
          <FormattedMessage
            id="offline.kept"
            defaultMessage="Showing your recipes as of {time}."
            values={{ time: <FormattedDate value={keptAt} dateStyle="long" timeStyle="short" /> }}
          />{' '}
          {now() - keptAt > LONG_MS && (
            <FormattedMessage
              id="offline.long"
              defaultMessage="That was over a week ago. Go online soon; nothing waiting to sync is lost."
            />
          )}
        </p>
      )}
      {full && (
        <p className="mt-1 text-muted">
          <FormattedMessage
            id="offline.full"
            defaultMessage="This device is out of space, so some recipes or photos are missing. Free up space, then open Zest online."
          />
        </p>
      )}
    </div>
  )
}
