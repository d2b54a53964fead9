import { useIntl } from 'react-intl'
import { IconButton } from '../../../../shared/ui/Button'
import { CloseIcon, PageIcon } from '../../../../shared/ui/icons'
import type { ReadyItem } from '../../model/tray'

interface FileRowsProps {
  files: readonly ReadyItem[]
  onRemove: (key: string) => void
}

/** Chosen files, one import each. */
export function FileRows({ files, onRemove }: FileRowsProps) {
  const intl = useIntl()
  if (files.length === 0) return null
  return (
    <ul className="flex flex-col gap-1">
      {files.map(({ key, name, blob }) => (
        <li key={key} data-file className="flex items-center gap-3 rounded-xl bg-sunken py-1 pr-1 pl-3">
          <PageIcon className="size-5 text-muted" />
          <span className="min-w-0 flex-1 truncate" title={name ?? undefined}>
            {name}
          </span>
          <span className="text-sm whitespace-nowrap text-muted tabular-nums">{sizeText(intl, blob.size)}</span>
          <IconButton
            label={intl.formatMessage({ id: 'tray.remove', defaultMessage: 'Remove {name}' }, { name: name ?? '' })}
            onClick={() => onRemove(key)}
          >
            <CloseIcon className="size-4.5" />
          </IconButton>
        </li>
      ))}
    </ul>
  )
}

/** Formats a size in kB or MB. */
export function sizeText(intl: ReturnType<typeof useIntl>, bytes: number): string {
  const [value, unit] = bytes < 1_000_000 ? [Math.max(1, bytes / 1000), 'kilobyte'] : [bytes / 1_000_000, 'megabyte']
  return intl.formatNumber(value, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: value < 10 && unit === 'megabyte' ? 1 : 0,
  })
}
