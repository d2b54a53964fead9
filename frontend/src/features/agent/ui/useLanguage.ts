import { useIntl } from 'react-intl'
import { localeOf } from '../../../shared/i18n/locale'
import type { Language } from '../../../shared/lib/recipe/recipe'

/** UI language. */
export function useLanguage(): Language {
  return localeOf(`/${useIntl().locale}`)
}
