import { useSyncExternalStore } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router'
import { paths } from '../../../../shared/lib/routing/paths'
import { ClockIcon } from '../../../../shared/ui/icons'
import { storedMeal } from '../../model/meal'
import { cookLink } from '../../model/meal-links'

const TAB = 'inline-flex min-h-11 max-w-56 shrink-0 items-center gap-2 rounded-full px-4 text-sm font-semibold'

/** Switches between the recipes that are cooked together. */
export function MealTabs({ recipeId }: { recipeId: string }) {
  const intl = useIntl()
  const { entries } = useSyncExternalStore(storedMeal.subscribe, storedMeal.read)
  if (entries.length < 2 || !entries.some(({ id }) => id === recipeId)) return null
  return (
    <nav
      aria-label={intl.formatMessage({ id: 'tonight.title', defaultMessage: 'Tonight' })}
      className="mb-3 flex gap-2 overflow-x-auto"
    >
      <Link to={paths.tonight} className={`${TAB} border border-line-strong text-muted hover:text-ink`}>
        <ClockIcon className="size-4.5" />
        <FormattedMessage id="tonight.timeline" defaultMessage="Timeline" />
      </Link>
      {entries.map((entry) => (
        <Link
          key={entry.id}
          to={cookLink(entry)}
          replace
          aria-current={entry.id === recipeId ? 'page' : undefined}
          className={`${TAB} bg-sunken text-muted hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:text-on-accent-soft`}
        >
          <span className="truncate">
            {entry.title ?? intl.formatMessage({ id: 'card.untitled', defaultMessage: 'Untitled recipe' })}
          </span>
        </Link>
      ))}
    </nav>
  )
}
