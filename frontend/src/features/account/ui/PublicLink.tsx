import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { LOCALES, withLocale } from '../../../shared/i18n/locale'

/** A link to a public page, which is a document of its own and not part of the app. */
export function PublicLink({ to, children }: { to: string; children: ReactNode }) {
  const intl = useIntl()
  const locale = LOCALES.find((known) => known === intl.locale) ?? 'en'
  return (
    <a href={withLocale(to, locale)} className="underline underline-offset-4 hover:text-ink">
      {children}
    </a>
  )
}
