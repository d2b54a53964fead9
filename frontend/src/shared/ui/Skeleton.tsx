/** Placeholder for loading content. Decoration: the status text is next to it. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <div aria-hidden="true" className={`animate-breathe rounded-lg bg-sunken ${className}`} />
}
