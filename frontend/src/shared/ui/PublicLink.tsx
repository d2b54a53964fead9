import type { ReactNode } from 'react'
import { localeOf, withLocale } from '../i18n/locale'

interface PublicLinkProps {
  to: string
  className?: string
  children: ReactNode
}

/** Link to a static public page outside the app, in the page's language. */
export function PublicLink({
  to,
  className = 'underline underline-offset-4 hover:text-ink',
  children,
}: PublicLinkProps) {
  return (
    <a href={withLocale(to, localeOf(location.pathname))} className={className}>
      {children}
    </a>
  )
}
