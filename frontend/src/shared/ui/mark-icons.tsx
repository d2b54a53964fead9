import { Icon } from './icons'

/** Properties of an icon that is filled if the mark is set. */
interface MarkIconProps {
  filled: boolean
  className?: string
}

const FILLED = '[&>path]:fill-current'

export const HeartIcon = ({ filled, className = 'size-5' }: MarkIconProps) => (
  <Icon className={`${filled ? FILLED : ''} ${className}`}>
    <path d="M12 19.5s-7.5-4.4-7.5-9.6A4.2 4.2 0 0 1 12 7.3a4.2 4.2 0 0 1 7.5 2.6c0 5.2-7.5 9.6-7.5 9.6Z" />
  </Icon>
)

export const StarIcon = ({ filled, className = 'size-6' }: MarkIconProps) => (
  <Icon className={`${filled ? FILLED : ''} ${className}`}>
    <path d="m12 4 2.5 5.1 5.6.8-4 4 .9 5.6-5-2.7-5 2.7.9-5.6-4-4 5.6-.8Z" />
  </Icon>
)

export const CollectionIcon = ({ className = 'size-5' }: { className?: string }) => (
  <Icon className={className}>
    <path d="M4.5 8.5v9a1.5 1.5 0 0 0 1.5 1.5h12a1.5 1.5 0 0 0 1.5-1.5V10A1.5 1.5 0 0 0 18 8.5h-6l-1.8-2.3A1.5 1.5 0 0 0 9 5.5H6A1.5 1.5 0 0 0 4.5 7Z" />
  </Icon>
)

export const AssistantIcon = ({ className }: { className?: string }) => (
  <Icon className={className}>
    <path d="M11 4.5l1.7 4.8 4.8 1.7-4.8 1.7L11 17.5l-1.7-4.8L4.5 11l4.8-1.7zM18 15.5l.8 2.2 2.2.8-2.2.8-.8 2.2-.8-2.2-2.2-.8 2.2-.8z" />
  </Icon>
)
