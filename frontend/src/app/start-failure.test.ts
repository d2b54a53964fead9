import { afterEach, expect, it } from 'vitest'
import { showStartFailure } from './start-failure'

afterEach(() => document.body.replaceChildren())

it.each([
  ['en', /^Couldn’t load Zest\./, 'Try again'],
  ['es', /No se ha podido cargar/, 'Reintentar'],
  ['fr', /^Impossible de charger Zest\./, 'Réessayer'],
] as const)('says in %s that the app is not there, and offers another try', (locale, text, again) => {
  const root = document.body.appendChild(document.createElement('div'))
  root.id = 'root'
  root.textContent = 'what stood there until then'
  showStartFailure(locale)
  expect(root.querySelector('[role="alert"]')?.textContent).toMatch(text)
  expect(root.querySelector('button')?.textContent).toBe(again)
  expect(root.textContent).not.toContain('until then')
})
