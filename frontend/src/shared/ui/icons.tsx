import type { ReactNode } from 'react'

/** Line icons on a 24-unit grid. Hidden from screen readers: the control has the name. */
export function Icon({ children, className = 'size-5' }: { children: ReactNode; className?: string | undefined }) {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={`shrink-0 ${className}`}
    >
      {children}
    </svg>
  )
}

interface IconProps {
  className?: string
}

export const ClockIcon = ({ className }: IconProps) => (
  <Icon className={className}>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M12 7.5V12l3 2" />
  </Icon>
)

export const MinusIcon = ({ className }: IconProps) => (
  <Icon className={className}>
    <path d="M6.5 12h11" />
  </Icon>
)

export const PlusIcon = ({ className }: IconProps) => (
  <Icon className={className}>
    <path d="M12 6.5v11M6.5 12h11" />
  </Icon>
)

export const CookIcon = ({ className }: IconProps) => (
  <Icon className={className}>
    <path d="M7.5 19.5v-5.2a4 4 0 1 1 1.2-7.6 3.9 3.9 0 0 1 6.6 0 4 4 0 1 1 1.2 7.6v5.2zM7.5 16.5h9" />
  </Icon>
)

export const PrintIcon = ({ className }: IconProps) => (
  <Icon className={className}>
    <path d="M7.5 8.5v-4h9v4M7.5 16.5h-2a1 1 0 0 1-1-1v-5a2 2 0 0 1 2-2h11a2 2 0 0 1 2 2v5a1 1 0 0 1-1 1h-2M7.5 13.5h9v6h-9z" />
  </Icon>
)

export const ShareIcon = ({ className }: IconProps) => (
  <Icon className={className}>
    <path d="M12 14.5v-10M8.5 7.5L12 4l3.5 3.5M6.5 11.5h-1v8h13v-8h-1" />
  </Icon>
)

export const CopyIcon = ({ className }: IconProps) => (
  <Icon className={className}>
    <rect x="8.5" y="8.5" width="11" height="11" rx="2" />
    <path d="M5.5 15.5a1 1 0 0 1-1-1v-8a2 2 0 0 1 2-2h8a1 1 0 0 1 1 1" />
  </Icon>
)

export const PencilIcon = ({ className }: IconProps) => (
  <Icon className={className}>
    <path d="M5 19l.8-3.7L16.2 5l2.8 2.8L8.7 18.2zM14 7.2l2.8 2.8" />
  </Icon>
)

export const PlayIcon = ({ className }: IconProps) => (
  <Icon className={className}>
    <path d="M8.5 6v12l9.5-6z" />
  </Icon>
)

export const PauseIcon = ({ className }: IconProps) => (
  <Icon className={className}>
    <path d="M9 6.5v11M15 6.5v11" />
  </Icon>
)

export const PeopleIcon = ({ className }: IconProps) => (
  <Icon className={className}>
    <circle cx="9" cy="8.5" r="3.25" />
    <path d="M3 19c.4-3.4 2.8-5.25 6-5.25S14.6 15.6 15 19M15.5 5.6a3.25 3.25 0 0 1 0 5.8M17.5 14.2c2 .7 3.2 2.3 3.5 4.8" />
  </Icon>
)

export const TrashIcon = ({ className }: IconProps) => (
  <Icon className={className}>
    <path d="M4.5 6.5h15M9.5 6.5V4.5h5v2M6.5 6.5l.8 12.2c0 .5.4.8.9.8h7.6c.5 0 .9-.3.9-.8l.8-12.2M10 10.5v5.5M14 10.5v5.5" />
  </Icon>
)

export const RetryIcon = ({ className }: IconProps) => (
  <Icon className={className}>
    <path d="M19.5 12a7.5 7.5 0 1 1-2.3-5.4M19.5 3.5v4h-4" />
  </Icon>
)

export const LinkIcon = ({ className }: IconProps) => (
  <Icon className={className}>
    <path d="M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3A4 4 0 0 0 11 18.7l1-1" />
  </Icon>
)

export const ExternalIcon = ({ className }: IconProps) => (
  <Icon className={className}>
    <path d="M13.5 5H19v5.5M19 5l-8 8M10 6.5H6.5A1.5 1.5 0 0 0 5 8v9.5A1.5 1.5 0 0 0 6.5 19H16a1.5 1.5 0 0 0 1.5-1.5V14" />
  </Icon>
)

export const BackIcon = ({ className }: IconProps) => (
  <Icon className={className}>
    <path d="M19 12H5M11 6l-6 6 6 6" />
  </Icon>
)

export const AlertIcon = ({ className }: IconProps) => (
  <Icon className={className}>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M12 7.8v5M12 16.1v.1" />
  </Icon>
)

export const QuestionIcon = ({ className }: IconProps) => (
  <Icon className={className}>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M9.6 9.7a2.4 2.4 0 1 1 3.6 2.1c-.8.5-1.2.9-1.2 1.8M12 16.4v.1" />
  </Icon>
)

export const PageIcon = ({ className }: IconProps) => (
  <Icon className={className}>
    <path d="M7 3.5h6.5L18 8v11a1.5 1.5 0 0 1-1.5 1.5h-9A1.5 1.5 0 0 1 6 19V4.5a1 1 0 0 1 1-1zM13 3.5V8h5M9 12.5h6M9 16h4" />
  </Icon>
)

export const CloseIcon = ({ className }: IconProps) => (
  <Icon className={className}>
    <path d="M6.5 6.5l11 11M17.5 6.5l-11 11" />
  </Icon>
)

export const CheckIcon = ({ className }: IconProps) => (
  <Icon className={className}>
    <path d="M5 12.5l4.5 4.5L19 7.5" />
  </Icon>
)

export const MoreIcon = ({ className }: IconProps) => (
  <Icon className={className}>
    <path d="M5.5 12v.01M12 12v.01M18.5 12v.01" strokeWidth="2.75" />
  </Icon>
)

export const GlobeIcon = ({ className }: IconProps) => (
  <Icon className={className}>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M3.5 12h17M12 3.5c2.4 2.5 3.6 5.3 3.6 8.5s-1.2 6-3.6 8.5c-2.4-2.5-3.6-5.3-3.6-8.5S9.6 6 12 3.5z" />
  </Icon>
)

export const AppearanceIcon = ({ className }: IconProps) => (
  <Icon className={className}>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M12 3.5v17a8.5 8.5 0 0 0 0-17z" fill="currentColor" />
  </Icon>
)

export const SunIcon = ({ className }: IconProps) => (
  <Icon className={className}>
    <circle cx="12" cy="12" r="3.75" />
    <path d="M12 3.5V5M12 19v1.5M3.5 12H5M19 12h1.5M6 6l1 1M17 17l1 1M18 6l-1 1M7 17l-1 1" />
  </Icon>
)

export const MoonIcon = ({ className }: IconProps) => (
  <Icon className={className}>
    <path d="M19.5 14.3A8 8 0 0 1 9.7 4.5a8 8 0 1 0 9.8 9.8z" />
  </Icon>
)

export const DeviceIcon = ({ className }: IconProps) => (
  <Icon className={className}>
    <rect x="3.5" y="5" width="17" height="11.5" rx="1.5" />
    <path d="M8.5 19.5h7M12 16.5v3" />
  </Icon>
)

export const PotIcon = ({ className }: IconProps) => (
  <Icon className={className}>
    <path d="M5 10.5h14v6a3 3 0 0 1-3 3H8a3 3 0 0 1-3-3zM3 12.5h2M19 12.5h2M9 7.5c-1-1 1-2 0-3M12.5 7.5c-1-1 1-2 0-3M16 7.5c-1-1 1-2 0-3" />
  </Icon>
)

export const SearchIcon = ({ className }: IconProps) => (
  <Icon className={className}>
    <circle cx="10.8" cy="10.8" r="6.3" />
    <path d="M15.5 15.5 20 20" />
  </Icon>
)

export const GridIcon = ({ className }: IconProps) => (
  <Icon className={className}>
    <rect x="4.5" y="4.5" width="6" height="6" rx="1.2" />
    <rect x="13.5" y="4.5" width="6" height="6" rx="1.2" />
    <rect x="4.5" y="13.5" width="6" height="6" rx="1.2" />
    <rect x="13.5" y="13.5" width="6" height="6" rx="1.2" />
  </Icon>
)

export const ListIcon = ({ className }: IconProps) => (
  <Icon className={className}>
    <rect x="4" y="5" width="4" height="4" rx="1" />
    <rect x="4" y="15" width="4" height="4" rx="1" />
    <path d="M11.5 7H20M11.5 17H20" />
  </Icon>
)

export const SelectIcon = ({ className }: IconProps) => (
  <Icon className={className}>
    <rect x="4.5" y="4.5" width="15" height="15" rx="3.5" />
    <path d="m8.5 12.2 2.4 2.4 4.6-5" />
  </Icon>
)

export const WriteIcon = ({ className }: IconProps) => (
  <Icon className={className}>
    <path d="M4.5 19.5 5.6 15 16.2 4.4a1.5 1.5 0 0 1 2.1 0l1.3 1.3a1.5 1.5 0 0 1 0 2.1L9 18.4zM14 6.6l3.4 3.4" />
  </Icon>
)

export const AddIcon = ({ className }: IconProps) => (
  <Icon className={className}>
    <path d="M12 5v14M5 12h14" />
  </Icon>
)

export const GripIcon = ({ className }: IconProps) => (
  <Icon className={className}>
    <path d="M9 6.5v.1M15 6.5v.1M9 12v.1M15 12v.1M9 17.5v.1M15 17.5v.1" strokeWidth="2.75" />
  </Icon>
)

export const UpIcon = ({ className }: IconProps) => (
  <Icon className={className}>
    <path d="M12 19V5M6 11l6-6 6 6" />
  </Icon>
)

export const DownIcon = ({ className }: IconProps) => (
  <Icon className={className}>
    <path d="M12 5v14M6 13l6 6 6-6" />
  </Icon>
)

export const UndoIcon = ({ className }: IconProps) => (
  <Icon className={className}>
    <path d="M8.5 4.5 4.5 8.5l4 4M4.5 8.5h9a5.5 5.5 0 0 1 0 11H9" />
  </Icon>
)

export const RedoIcon = ({ className }: IconProps) => (
  <Icon className={className}>
    <path d="m15.5 4.5 4 4-4 4M19.5 8.5h-9a5.5 5.5 0 0 0 0 11H15" />
  </Icon>
)

export const PersonIcon = ({ className }: IconProps) => (
  <Icon className={className}>
    <circle cx="12" cy="8.5" r="3.75" />
    <path d="M4.75 20c.6-4 3.3-6.25 7.25-6.25S18.65 16 19.25 20" />
  </Icon>
)

export const SignOutIcon = ({ className }: IconProps) => (
  <Icon className={className}>
    <path d="M10 4.5H6A1.5 1.5 0 0 0 4.5 6v12A1.5 1.5 0 0 0 6 19.5h4M14.5 8l4 4-4 4M18.5 12H9.5" />
  </Icon>
)

export const DownloadIcon = ({ className }: IconProps) => (
  <Icon className={className}>
    <path d="M12 4v11M7.5 11l4.5 4.5L16.5 11M5 19.5h14" />
  </Icon>
)

export const PictureIcon = ({ className }: IconProps) => (
  <Icon className={className}>
    <rect x="4" y="5" width="16" height="14" rx="2" />
    <path d="M4.5 16.5l4.5-4.5 3.5 3.5 2.5-2.5 4.5 4.5M15.5 9.2v.1" />
  </Icon>
)

export const CameraIcon = ({ className }: IconProps) => (
  <Icon className={className}>
    <path d="M5.5 7.5h3l1.3-2h4.4l1.3 2h3A1.5 1.5 0 0 1 20 9v8.5a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 17.5V9a1.5 1.5 0 0 1 1.5-1.5z" />
    <circle cx="12" cy="13" r="3.2" />
  </Icon>
)

export const UploadIcon = ({ className }: IconProps) => (
  <Icon className={className}>
    <path d="M12 15.5v-11M8 8.5l4-4 4 4M5 15.5v3a1 1 0 0 0 1 1h12a1 1 0 0 0 1-1v-3" />
  </Icon>
)

export const CreditIcon = ({ className }: IconProps) => (
  <Icon className={className}>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M9.4 9h5.2l-5.2 6h5.2" />
  </Icon>
)
