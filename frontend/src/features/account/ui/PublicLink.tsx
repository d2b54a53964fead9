import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { LOCALES, withLocale } from '../../../shared/i18n/locale'

/** Link to a static public page outside the app. */
export function PublicLink({ to, children }: { to: string; children: ReactNode }) {
  const intl = useIntl()
  const locale = LOCALES.find((known) => known === intl.locale) ?? 'en'
  return (
    <a href={withLocale(to, locale)} className="underline underline-offset-4 hover:text-ink">
      {children}
    </a>
  )
}
