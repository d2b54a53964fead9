import type { Locale } from '../shared/i18n/locale'

/** In all languages, because the message file failed to load. */
const SENTENCES: Record<Locale, { text: string; again: string }> = {
  en: { text: 'Couldn’t load Zest. Check your connection.', again: 'Try again' },
  es: { text: 'No se ha podido cargar Zest. Comprueba tu conexión.', again: 'Reintentar' },
  fr: { text: 'Impossible de charger Zest. Vérifiez votre connexion.', again: 'Réessayer' },
}

export function showStartFailure(locale: Locale, page: Document = document): void {
  const { text, again } = SENTENCES[locale]
  const root = page.getElementById('root')
  if (root === null) return
  const message = page.createElement('p')
  message.setAttribute('role', 'alert')
  message.textContent = text
  const button = page.createElement('button')
  button.type = 'button'
  button.textContent = again
  button.className = 'mt-4 min-h-11 rounded-full bg-accent px-5 font-semibold text-on-accent'
  button.addEventListener('click', () => page.defaultView?.location.reload())
  const main = page.createElement('main')
  main.className = 'mx-auto max-w-md px-4 py-24 text-center'
  main.append(message, button)
  root.replaceChildren(main)
}
