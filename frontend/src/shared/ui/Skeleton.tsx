/** Holds the place of something that is on its way. The words for it stand beside it, not in it. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <div aria-hidden="true" className={`animate-breathe rounded-lg bg-sunken ${className}`} />
}
