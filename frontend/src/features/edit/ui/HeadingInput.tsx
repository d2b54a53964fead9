import { useIntl } from 'react-intl'
import type { FoundProblem, HeadingRow } from '../../../shared/lib/editing/draft'

interface HeadingInputProps {
  row: HeadingRow
  problem: FoundProblem | undefined
  lang: string | undefined
  onType: (key: string, part: 'text', value: string) => void
}

/** A heading among ingredients or steps. */
export function HeadingInput({ row, problem, lang, onType }: HeadingInputProps) {
  const intl = useIntl()
  const label = intl.formatMessage({ id: 'edit.part.heading', defaultMessage: 'Heading' })
  return (
    <input
      type="text"
      data-part="text"
      data-place={row.key}
      dir="auto"
      lang={lang}
      aria-label={label}
      aria-invalid={problem !== undefined}
      aria-describedby={problem === undefined ? undefined : `${row.key}-problem`}
      placeholder={intl.formatMessage({ id: 'edit.heading.placeholder', defaultMessage: 'e.g. For the sauce' })}
      autoComplete="off"
      value={row.text}
      onChange={(event) => onType(row.key, 'text', event.target.value)}
      className="mt-2 h-11 w-full min-w-0 scroll-mb-32 border-b border-line-strong bg-transparent px-1 font-serif text-lg font-semibold placeholder:font-normal placeholder:text-muted aria-invalid:border-danger"
    />
  )
}
