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

/** Empty search result: shows the filters and how to remove them. */
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
          <FormattedMessage id="nothing.loading" defaultMessage="Nothing so far" />
        ) : (
          <FormattedMessage id="nothing.title" defaultMessage="No recipe matches" />
        )
      }
      actions={
        <>
          {text !== '' && narrowed && (
            <Button variant="quiet" onClick={() => onChange({ text: '' })}>
              <FormattedMessage id="nothing.clearText" defaultMessage="Clear the search" />
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
            defaultMessage="You searched for “{text}”. Each word must begin a word of the title, an ingredient or a tag."
            values={{ text }}
          />
        </p>
      )}
      {names.length > 0 && (
        <p className="wrap-anywhere">
          <FormattedMessage
            id="nothing.tags"
            defaultMessage="{count, plural, one {Only recipes with the tag {tags} are shown.} other {Only recipes with all of the tags {tags} are shown.}}"
            values={{ count: names.length, tags: <b className="font-semibold text-ink">{names.join(', ')}</b> }}
          />
        </p>
      )}
      {loading && (
        <p role="status">
          <FormattedMessage id="nothing.loadingText" defaultMessage="Your older recipes are still being loaded." />
        </p>
      )}
    </Notice>
  )
}
