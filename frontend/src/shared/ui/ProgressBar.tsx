/** A progress bar. Hidden from screen readers unless it has a label, because the text next to it says the same. */
export function ProgressBar({ part, label }: { part: number; label?: string }) {
  const percent = Math.round(Math.min(Math.max(part, 0), 1) * 100)
  const named =
    label === undefined
      ? { 'aria-hidden': true }
      : { role: 'progressbar', 'aria-label': label, 'aria-valuenow': percent, 'aria-valuemin': 0, 'aria-valuemax': 100 }
  return (
    <div {...named} className="h-1.5 overflow-hidden rounded-full bg-line">
      <div className="h-full rounded-full bg-accent transition-[width]" style={{ width: `${percent}%` }} />
    </div>
  )
}
