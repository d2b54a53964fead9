import { FormattedMessage } from 'react-intl'
import { Button } from '../../../shared/ui/Button'
import { SearchIcon } from '../../../shared/ui/icons'
import { Notice } from '../../../shared/ui/Notice'
import { type ListQuery, type TagCount, WHOLE_LIST } from '../model/list-query'

export interface NothingFoundProps {
  query: ListQuery
  tags: readonly TagCount[]
  /** Whether older recipes are still loading. */
  loading: boolean
  onChange: (change: Partial<ListQuery>) => void
}

/** Empty search result, with the filters and how to remove them. */
export function NothingFound({ query, tags, loading, onChange }: NothingFoundProps) {
  const text = query.text.trim()
  const names = query.tags.map((key) => tags.find((tag) => tag.key === key)?.name ?? key)
  const narrowed = query.tags.length + query.collections.length > 0 || query.state !== 'all'
  return (
    <Notice
      level={2}
      icon={<SearchIcon className="size-8" />}
      title={
        loading ? (
          <FormattedMessage id="nothing.loading" defaultMessage="No matches yet" />
        ) : (
          <FormattedMessage id="nothing.title" defaultMessage="No recipes found" />
        )
      }
      actions={
        <>
          {text !== '' && narrowed && (
            <Button variant="quiet" onClick={() => onChange({ text: '' })}>
              <FormattedMessage id="nothing.clearText" defaultMessage="Clear search" />
            </Button>
          )}
          {text !== '' && narrowed && (
            <Button variant="quiet" onClick={() => onChange({ tags: [], collections: [], state: 'all' })}>
              <FormattedMessage id="nothing.searchAll" defaultMessage="Search all recipes" />
            </Button>
          )}
          <Button onClick={() => onChange({ ...WHOLE_LIST, sort: query.sort })}>
            <FormattedMessage id="nothing.showAll" defaultMessage="Show all recipes" />
          </Button>
        </>
      }
    >
      {text !== '' && (
        <p className="line-clamp-3 wrap-anywhere">
          <FormattedMessage
            id="nothing.text"
            defaultMessage="No matches for “{text}”. Search finds the start of words in titles, ingredients and tags."
            values={{ text }}
          />
        </p>
      )}
      {names.length > 0 && (
        <p className="wrap-anywhere">
          <FormattedMessage
            id="nothing.tags"
            defaultMessage="{count, plural, one {You’re seeing only recipes tagged {tags}.} other {You’re seeing only recipes with all of these tags: {tags}.}}"
            values={{ count: names.length, tags: <b className="font-semibold text-ink">{names.join(', ')}</b> }}
          />
        </p>
      )}
      {loading && (
        <p role="status">
          <FormattedMessage id="nothing.loadingText" defaultMessage="We’re still loading your older recipes." />
        </p>
      )}
    </Notice>
  )
}
