import type { ReactNode } from 'react'
import { UnscaledMark } from '../../../shared/ui/UnscaledMark'
import type { Item } from '../model/items'

interface ItemRowProps {
  item: Item
  checked: boolean
  onToggle: () => void
  /** Whether a tick strikes the item through. */
  strikes: boolean
  /** Whether to show recipe titles. */
  named: boolean
  /** Button at the end of the row. */
  children?: ReactNode
}

/** Item with checkbox, name and amount. */
export function ItemRow({ item, checked, onToggle, strikes, named, children }: ItemRowProps) {
  const { name, note, amount, titles, language, isUnscaled } = item
  return (
    <li data-item={name} className="flex break-inside-avoid items-start border-b border-line last:border-0">
      <label
        className={`flex min-h-11 min-w-0 flex-1 cursor-pointer items-baseline gap-3 py-2 ${strikes === checked ? 'text-muted' : ''} ${strikes && checked ? 'line-through' : ''}`}
      >
        <input
          type="checkbox"
          checked={checked}
          onChange={onToggle}
          className="size-4.5 shrink-0 translate-y-0.75 accent-(--accent)"
        />
        <span className="min-w-0 flex-1">
          <span lang={language ?? undefined} className="wrap-anywhere">
            {name}
            {note !== '' && <span className="text-muted"> ({note})</span>}
          </span>
          {named && titles.length > 0 && (
            <span className="block truncate text-sm text-muted">{titles.join(' · ')}</span>
          )}
        </span>{' '}
        <span lang={language ?? undefined} className="max-w-1/2 text-right font-semibold tabular-nums">
          {amount}
        </span>
      </label>
      {isUnscaled && <UnscaledMark className="max-w-1/3 py-2.5 pl-3 text-right" />}
      {children}
    </li>
  )
}
