import { useIntl } from 'react-intl'
import { localeOf } from '../../i18n/locale'
import type { Language } from '../../lib/recipe/recipe'

/** The language in which the app speaks to the reader. */
export function useLanguage(): Language {
  return localeOf(`/${useIntl().locale}`)
}
