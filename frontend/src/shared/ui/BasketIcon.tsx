import { Icon } from './icons'

/** Own file, to keep it out of the list's first load. */
export const BasketIcon = ({ className }: { className?: string }) => (
  <Icon className={className}>
    <path d="M4 10.5h16l-1.6 8a1.5 1.5 0 0 1-1.5 1.2H7.1a1.5 1.5 0 0 1-1.5-1.2zM8 10.5l3-6M16 10.5l-3-6M9.5 13.5v3M14.5 13.5v3" />
  </Icon>
)
