import { useId, useRef } from 'react'
import { defineMessages, FormattedMessage, type MessageDescriptor, useIntl } from 'react-intl'
import { Button, IconButton } from '../../../shared/ui/Button'
import { CloseIcon, GridIcon, ListIcon, SearchIcon, SelectIcon } from '../../../shared/ui/icons'
import { SORTS, type Sort, type View } from '../model/list-query'
import type { ListQueryState } from './useListQuery'

const sortMessages: Record<Sort, MessageDescriptor> = defineMessages({
  newest: { id: 'list.sort.newest', defaultMessage: 'Newest first' },
  oldest: { id: 'list.sort.oldest', defaultMessage: 'Oldest first' },
  title: { id: 'list.sort.title', defaultMessage: 'Title (A–Z)' },
  quickest: { id: 'list.sort.quickest', defaultMessage: 'Quickest first' },
  best: { id: 'list.sort.best', defaultMessage: 'Highest rated' },
  made: { id: 'list.sort.made', defaultMessage: 'Recently cooked' },
})

const PRESSED = 'bg-accent-soft text-on-accent-soft hover:bg-accent-soft hover:text-on-accent-soft'

interface ListToolsProps {
  asked: ListQueryState
  selecting: boolean
  onSelect: () => void
}

/** Search, sort and view controls. */
export function ListTools({ asked, selecting, onSelect }: ListToolsProps) {
  const intl = useIntl()
  const { query, view, change, setView } = asked
  const sortId = useId()
  return (
    <div className="flex flex-wrap items-center gap-2">
      <SearchBox asked={asked} />
      <label htmlFor={sortId} className="sr-only">
        <FormattedMessage id="list.sort" defaultMessage="Sort by" />
      </label>
      <select
        id={sortId}
        value={query.sort}
        onChange={(event) => change({ sort: SORTS.find((sort) => sort === event.target.value) ?? 'newest' })}
        className="h-11 min-w-0 flex-1 rounded-full border border-line-strong bg-surface px-4 text-[0.9375rem] text-ink sm:flex-none"
      >
        {SORTS.map((sort) => (
          <option key={sort} value={sort}>
            {intl.formatMessage(sortMessages[sort])}
          </option>
        ))}
      </select>
      <fieldset className="flex">
        <legend className="sr-only">
          <FormattedMessage id="list.view" defaultMessage="View" />
        </legend>
        <ViewButton view="grid" now={view} onChoose={setView} />
        <ViewButton view="list" now={view} onChoose={setView} />
      </fieldset>
      <Button
        variant="bare"
        aria-pressed={selecting}
        onClick={onSelect}
        className={`max-sm:w-11 max-sm:px-0 ${selecting ? PRESSED : ''}`}
      >
        <SelectIcon />
        <span className="max-sm:sr-only">
          <FormattedMessage id="list.select" defaultMessage="Select" />
        </span>
      </Button>
    </div>
  )
}

const viewMessages: Record<View, MessageDescriptor> = defineMessages({
  grid: { id: 'list.view.grid', defaultMessage: 'Grid' },
  list: { id: 'list.view.list', defaultMessage: 'List' },
})

function ViewButton({ view, now, onChoose }: { view: View; now: View; onChoose: (view: View) => void }) {
  const intl = useIntl()
  const Icon = view === 'grid' ? GridIcon : ListIcon
  return (
    <IconButton
      label={intl.formatMessage(viewMessages[view])}
      aria-pressed={view === now}
      onClick={() => onChoose(view)}
      className={
        view === now ? 'bg-accent-soft text-on-accent-soft hover:bg-accent-soft hover:text-on-accent-soft' : ''
      }
    >
      <Icon />
    </IconButton>
  )
}

function SearchBox({ asked: { query, setText, settle, change } }: { asked: ListQueryState }) {
  const intl = useIntl()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const clear = () => {
    change({ text: '' })
    input.current?.focus()
  }
  return (
    <search className="relative basis-full sm:flex-1 sm:basis-64">
      <label htmlFor={id} className="sr-only">
        <FormattedMessage id="list.search" defaultMessage="Search your recipes" />
      </label>
      <SearchIcon className="pointer-events-none absolute top-1/2 left-4 size-5 -translate-y-1/2 text-muted" />
      <input
        ref={input}
        id={id}
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={query.text}
        placeholder={intl.formatMessage({
          id: 'list.search.placeholder',
          defaultMessage: 'Title, ingredient or tag',
        })}
        onChange={(event) => setText(event.target.value)}
        onBlur={settle}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && query.text !== '') {
            event.preventDefault()
            clear()
          }
        }}
        className="h-11 w-full rounded-full border border-line-strong bg-surface pr-12 pl-12 text-base placeholder:text-muted focus-visible:outline-offset-0 [&::-webkit-search-cancel-button]:hidden"
      />
      {query.text !== '' && (
        <IconButton
          label={intl.formatMessage({ id: 'list.search.clear', defaultMessage: 'Clear search' })}
          onClick={clear}
          className="absolute top-0 right-0"
        >
          <CloseIcon className="size-4" />
        </IconButton>
      )}
    </search>
  )
}
