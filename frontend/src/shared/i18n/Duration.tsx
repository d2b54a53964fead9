import { useIntl } from 'react-intl'
import { hoursAndMinutes } from '../lib/recipe/minutes'

/** A localized duration: "1 hr 15 min". */
export function Duration({ minutes: total }: { minutes: number }) {
  const intl = useIntl()
  const { hours, minutes } = hoursAndMinutes(total)
  const part = (value: number, unit: 'hour' | 'minute') =>
    intl.formatNumber(value, { style: 'unit', unit, unitDisplay: 'short' })
  const parts = [hours > 0 && part(hours, 'hour'), (minutes > 0 || hours === 0) && part(minutes, 'minute')]
  return <span className="whitespace-nowrap">{parts.filter(Boolean).join(' ')}</span>
}
