/** The mark: a slice of orange. Decoration beside the name. */
export function Mark({ className = 'size-8' }: { className?: string }) {
  return <img src="/favicon.svg" alt="" width="32" height="32" className={className} />
}
