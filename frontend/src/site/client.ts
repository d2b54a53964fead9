import './site.css'
// Sets language and theme before the first paint.
import '../shared/ui/before-paint'
import { LOCALES, rememberLocale } from '../shared/i18n/locale'
import { handOver } from '../shared/lib/feedback/hand-over'
import { readablePath } from '../shared/lib/routing/readable-path'

// Remembers a language that the user selects.
addEventListener('click', ({ target }) => {
  const link = target instanceof Element ? target.closest<HTMLElement>('[data-locale]') : null
  const chosen = LOCALES.find((locale) => locale === link?.dataset['locale'])
  if (chosen !== undefined) rememberLocale(chosen)
})

// Passes the contact form to the app, which sends it. Without storage it shows an error.
addEventListener('submit', (event) => {
  const form = event.target
  if (!(form instanceof HTMLFormElement) || form.dataset['feedback'] === undefined) return
  const field = (name: string) => form.querySelector<HTMLTextAreaElement>(`[data-field=${name}]`)?.value ?? ''
  event.preventDefault()
  if (handOver(field('type'), field('message'), field('email'))) location.assign(form.action)
  else form.querySelector('[data-failed]')?.removeAttribute('hidden')
})

addEventListener('DOMContentLoaded', () => {
  const line = document.querySelector<HTMLElement>('[data-not-found]')
  const path = line?.querySelector('[data-path]')
  if (line === null || path === null || path === undefined) return
  path.textContent = readablePath(location.pathname)
  line.hidden = false
})
