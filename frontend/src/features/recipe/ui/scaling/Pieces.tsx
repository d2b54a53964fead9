import { useState } from 'react'
import { useIntl } from 'react-intl'
import type { Piece } from '../../../../shared/lib/amounts/pieces'

interface PiecesProps {
  pieces: readonly Piece[]
  /** Whether tapping an amount shows the original. If false, only hovering shows it. */
  tappable?: boolean
}

/** Text with changed amounts highlighted. */
export function Pieces({ pieces, tappable = false }: PiecesProps) {
  return pieces.map((piece) =>
    piece.original === null ? (
      piece.text
    ) : (
      <Changed key={piece.start} text={piece.text} original={piece.original} tappable={tappable} />
    ),
  )
}

const MARK = 'underline decoration-accent/70 decoration-dotted decoration-[1.5px] underline-offset-4 print:no-underline'

function Changed({ text, original, tappable }: { text: string; original: string; tappable: boolean }) {
  const intl = useIntl()
  const [open, setOpen] = useState(false)
  const originalLabel = intl.formatMessage(
    { id: 'amount.original', defaultMessage: 'Original: {original}' },
    { original },
  )
  if (!tappable) {
    return (
      <span title={originalLabel} data-original={original} className={MARK}>
        {text}
      </span>
    )
  }
  return (
    <>
      <button
        type="button"
        title={originalLabel}
        aria-expanded={open}
        data-original={original}
        onClick={() => setOpen(!open)}
        className={`cursor-help rounded-sm font-semibold ${MARK}`}
      >
        {text}
      </button>
      {open && <span className="text-muted"> ({originalLabel})</span>}
    </>
  )
}
