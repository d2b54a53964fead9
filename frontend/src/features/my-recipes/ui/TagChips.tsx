import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { ListQuery, State } from '../model/list-query'
import { CHIP, Chip } from './Chip'
import type { Shown } from './useShown'

/** Number of chips shown at first, about one line on a desktop. */
const AT_FIRST = 8

interface TagChipsProps {
  shown: Shown
  query: ListQuery
  onTag: (key: string) => void
  onState: (state: State) => void
}

/** Filter chips for running and failed imports and for tags, most used first. Tags are combined with AND. */
export function TagChips({ shown: { tags, pending, failed }, query, onTag, onState }: TagChipsProps) {
  const intl = useIntl()
  const [open, setOpen] = useState(false)
  const useful = tags.filter(({ key, count }) => count > 0 || query.tags.includes(key))
  const visible = open ? useful : useful.filter(({ key }, index) => index < AT_FIRST || query.tags.includes(key))
  const hidden = useful.length - visible.length
  // A tag from a link must be removable even if no recipe has it.
  const unknown = query.tags.filter((key) => !useful.some((tag) => tag.key === key))
  if (useful.length + unknown.length + pending + failed === 0 && query.state === 'all') return null

  const toggleState = (state: State) => onState(query.state === state ? 'all' : state)
  return (
    <fieldset className={`flex gap-2 ${open ? 'min-w-0 flex-wrap max-sm:w-[calc(100vw-2rem)]' : 'sm:flex-wrap'}`}>
      <legend className="sr-only">{intl.formatMessage({ id: 'list.filter', defaultMessage: 'Filter' })}</legend>
      {(pending > 0 || query.state === 'pending') && (
        <Chip pressed={query.state === 'pending'} count={pending} onPress={() => toggleState('pending')}>
          <FormattedMessage id="list.state.pending" defaultMessage="Importing" />
        </Chip>
      )}
      {(failed > 0 || query.state === 'failed') && (
        <Chip pressed={query.state === 'failed'} count={failed} onPress={() => toggleState('failed')}>
          <FormattedMessage id="list.state.failed" defaultMessage="Failed" />
        </Chip>
      )}
      {unknown.map((key) => (
        <Chip key={key} pressed count={0} onPress={() => onTag(key)}>
          {key}
        </Chip>
      ))}
      {visible.map(({ key, name, count }) => (
        <Chip key={key} pressed={query.tags.includes(key)} count={count} onPress={() => onTag(key)}>
          {name}
        </Chip>
      ))}
      {hidden > 0 && (
        <button type="button" onClick={() => setOpen(true)} className={`${CHIP} text-muted hover:text-ink`}>
          <FormattedMessage
            id="list.moreTags"
            defaultMessage="{count, plural, one {# more tag} other {# more tags}}"
            values={{ count: hidden }}
          />
        </button>
      )}
      {open && useful.length > AT_FIRST && (
        <button type="button" onClick={() => setOpen(false)} className={`${CHIP} text-muted hover:text-ink`}>
          <FormattedMessage id="list.fewerTags" defaultMessage="Fewer tags" />
        </button>
      )}
    </fieldset>
  )
}
