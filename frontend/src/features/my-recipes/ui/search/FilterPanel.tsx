import type { ReactNode } from 'react'
import { defineMessages, FormattedMessage, type MessageDescriptor, useIntl } from 'react-intl'
import type { ShownRecipe } from '../../../../shared/api/recipes/shown-recipes'
import { useSearchEvents } from '../../api/search-events'
import { searchOf } from '../../model/search/finder'
import { type Filter, filtersOf, type Search } from '../../model/search/read-search'
import { CHIP } from '../Chip'
import { AtHome } from './AtHome'

export interface FilterPanelProps {
  text: string
  isOpen: boolean
  recipes: readonly ShownRecipe[]
  /** Receives the text with a phrase added. */
  onText: (text: string) => void
}

/** Text that each filter adds to the search, which understands it in every language. */
const phrases: Readonly<Record<Filter, MessageDescriptor>> = defineMessages({
  without: { id: 'filters.phrase.without', defaultMessage: 'without' },
  time: { id: 'filters.phrase.time', defaultMessage: 'under 30 minutes' },
  stars: { id: 'filters.phrase.stars', defaultMessage: '4 stars or more' },
  never_made: { id: 'filters.phrase.neverMade', defaultMessage: 'never cooked' },
  home: { id: 'filters.phrase.home', defaultMessage: 'what can I cook' },
})

const names: Readonly<Record<Filter, MessageDescriptor>> = defineMessages({
  without: { id: 'filters.without', defaultMessage: 'Without…' },
  time: { id: 'filters.time', defaultMessage: 'Under 30 minutes' },
  stars: { id: 'filters.stars', defaultMessage: '4 stars or more' },
  never_made: { id: 'filters.neverMade', defaultMessage: 'Never cooked' },
  home: { id: 'filters.home', defaultMessage: 'What can I cook?' },
})

const OFFERED: readonly Filter[] = ['home', 'time', 'stars', 'never_made', 'without']

/** The filters of the search text, and buttons that add others to it. */
export function FilterPanel({ text, isOpen, recipes, onText }: FilterPanelProps) {
  const intl = useIntl()
  const search = searchOf(text)
  const filters = filtersOf(search)
  useSearchEvents(filters)
  if (!isOpen && filters.length === 0) return null
  const add = (filter: Filter) => {
    const phrase = intl.formatMessage(phrases[filter])
    const before = text.trim()
    onText(filter === 'without' ? `${before} ${phrase} `.trimStart() : before === '' ? phrase : `${before}, ${phrase}`)
    // The user types the food to leave out.
    if (filter === 'without') document.querySelector<HTMLInputElement>('search input')?.focus()
  }
  return (
    <div data-filter-panel className="flex flex-col gap-3">
      {filters.length > 0 && (
        <ul className="flex flex-wrap gap-x-4 gap-y-1 text-muted">
          {filters.map((filter) => (
            <li key={filter} data-filter={filter}>
              {described(filter, search)}
            </li>
          ))}
        </ul>
      )}
      {isOpen && (
        <div className="flex flex-wrap gap-2">
          {OFFERED.filter((filter) => filter === 'without' || !filters.includes(filter)).map((filter) => (
            <button
              key={filter}
              type="button"
              data-add-filter={filter}
              onClick={() => add(filter)}
              className={`${CHIP} border border-dashed border-line-strong text-ink hover:border-accent`}
            >
              {intl.formatMessage(names[filter])}
            </button>
          ))}
        </div>
      )}
      {search.isByHome && <AtHome recipes={recipes} />}
    </div>
  )
}

function described(filter: Filter, { without, mostMinutes, leastStars }: Search): ReactNode {
  switch (filter) {
    case 'without':
      return (
        <FormattedMessage
          id="filters.now.without"
          defaultMessage="Without {foods}"
          values={{ foods: <b className="font-semibold text-ink">{without.join(', ')}</b> }}
        />
      )
    case 'time':
      return (
        <FormattedMessage
          id="filters.now.time"
          defaultMessage="Up to {minutes, plural, one {# minute} other {# minutes}}"
          values={{ minutes: mostMinutes }}
        />
      )
    case 'stars':
      return (
        <FormattedMessage
          id="filters.now.stars"
          defaultMessage="{stars, plural, one {# star or more} =5 {5 stars} other {# stars or more}}"
          values={{ stars: leastStars }}
        />
      )
    case 'never_made':
      return <FormattedMessage {...names.never_made} />
    case 'home':
      return <FormattedMessage id="filters.now.home" defaultMessage="Fewest missing ingredients first" />
  }
}
