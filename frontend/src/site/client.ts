import './site.css'
// Language and look before the first paint, as in the app.
import '../app/first'
import { LOCALES, rememberLocale } from '../i18n/locale'

// A language chosen by hand wins from now on.
addEventListener('click', ({ target }) => {
  const link = target instanceof Element ? target.closest<HTMLElement>('[data-locale]') : null
  const chosen = LOCALES.find((locale) => locale === link?.dataset['locale'])
  if (chosen !== undefined) rememberLocale(chosen)
})
