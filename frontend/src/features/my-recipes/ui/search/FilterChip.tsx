import { FormattedMessage } from 'react-intl'
import { CHIP } from '../Chip'

export interface FilterChipProps {
  isOpen: boolean
  onToggle: () => void
}

/** Opens and closes the filters. */
export function FilterChip({ isOpen, onToggle }: FilterChipProps) {
  return (
    <button
      type="button"
      data-filters={isOpen ? 'open' : 'closed'}
      aria-expanded={isOpen}
      onClick={onToggle}
      className={`${CHIP} self-start border border-line bg-surface text-ink hover:border-accent`}
    >
      <FormattedMessage id="filters.open" defaultMessage="Filters" />
    </button>
  )
}
