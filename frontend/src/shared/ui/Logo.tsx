/** The logo, an orange slice. Decoration next to the name. */
export function Mark({ className = 'size-8' }: { className?: string }) {
  return <img src="/favicon.svg" alt="" width="32" height="32" className={className} />
}
