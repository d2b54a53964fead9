import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import { aisleMessages } from '../messages'
import { byAisle, type Item } from '../model/items'

interface AislesProps {
  items: readonly Item[]
  row: (item: Item) => ReactNode
}

/** Items grouped by aisle, in walking order. */
export function Aisles({ items, row }: AislesProps) {
  return (
    <div className="gap-x-12 sm:columns-2 print:columns-2">
      {byAisle(items).map(({ aisle, items: ofAisle }) => (
        <section key={aisle} data-aisle={aisle} aria-labelledby={`aisle-${aisle}`} className="mb-6 break-inside-avoid">
          <h2 id={`aisle-${aisle}`} className="mb-1 text-lg font-semibold">
            <FormattedMessage {...aisleMessages[aisle]} />
          </h2>
          <ul>{ofAisle.map(row)}</ul>
        </section>
      ))}
    </div>
  )
}
