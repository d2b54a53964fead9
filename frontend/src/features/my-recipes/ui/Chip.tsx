import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'

export const CHIP =
  'inline-flex min-h-10 shrink-0 items-center gap-1.5 rounded-full px-3.5 text-[0.9375rem] whitespace-nowrap transition-colors'

interface ChipProps {
  pressed: boolean
  count: number
  onPress: () => void
  children: ReactNode
}

/** Filter chip with the number of matching recipes. */
export function Chip({ pressed, count, onPress, children }: ChipProps) {
  const intl = useIntl()
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onPress}
      className={`${CHIP} border ${pressed ? 'border-accent bg-accent text-on-accent' : 'border-line bg-surface text-ink hover:border-accent'}`}
    >
      <span className="max-w-48 truncate">{children}</span>{' '}
      <span className={`text-sm tabular-nums ${pressed ? '' : 'text-muted'}`}>{intl.formatNumber(count)}</span>
    </button>
  )
}
