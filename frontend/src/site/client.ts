import './site.css'
// Language and look before the first paint, as in the app.
import '../shared/ui/before-paint'
import { LOCALES, rememberLocale } from '../shared/i18n/locale'
import { handOver } from '../shared/lib/feedback/hand-over'
import { readablePath } from '../shared/lib/routing/readable-path'

// A language chosen by hand wins from now on.
addEventListener('click', ({ target }) => {
  const link = target instanceof Element ? target.closest<HTMLElement>('[data-locale]') : null
  const chosen = LOCALES.find((locale) => locale === link?.dataset['locale'])
  if (chosen !== undefined) rememberLocale(chosen)
})

// What is written on the page of contact goes into the app, which sends it. Without storage it stays where it is.
addEventListener('submit', (event) => {
  const form = event.target
  if (!(form instanceof HTMLFormElement) || form.dataset['feedback'] === undefined) return
  const field = (name: string) => form.querySelector<HTMLTextAreaElement>(`[data-field=${name}]`)?.value ?? ''
  event.preventDefault()
  if (handOver(field('type'), field('message'), field('email'))) location.assign(form.action)
  else form.querySelector('[data-failed]')?.removeAttribute('hidden')
})

// The page for what does not exist is one file for all such addresses.
addEventListener('DOMContentLoaded', () => {
  const line = document.querySelector<HTMLElement>('[data-not-found]')
  const path = line?.querySelector('[data-path]')
  if (line === null || path === null || path === undefined) return
  path.textContent = readablePath(location.pathname)
  line.hidden = false
})
