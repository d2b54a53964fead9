import { useIntl } from 'react-intl'
import { localeOf } from '../../../shared/i18n/locale'
import type { Language } from '../../../shared/lib/recipe/recipe'

export function useLanguage(): Language {
  return localeOf(`/${useIntl().locale}`)
}
