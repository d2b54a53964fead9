import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { frenchSpaces } from './french-spaces'

it.each([
  ['Supprimer ?', 'Supprimer\u202f?'],
  ['Ouvrez « Modifier » ; puis enregistrez !', 'Ouvrez «\u202fModifier\u202f»\u202f; puis enregistrez\u202f!'],
  ['Étape 1 : la pâte', 'Étape 1\u00a0: la pâte'],
  ['Il commence par https://.', 'Il commence par https://.'],
])('spaces %s', (source, shown) => {
  expect(frenchSpaces(source)).toBe(shown)
})

const messages = ['src/shared/i18n/messages/fr.json', 'src/site/messages/fr.json'].flatMap((file) =>
  Object.entries<string>(JSON.parse(readFileSync(file, 'utf8'))),
)

it('sources have normal spaces only', () => {
  expect(messages.filter(([, text]) => /[\u00a0\u202f]/.test(text))).toEqual([])
})

it('every message has the right space at each double punctuation mark and guillemet', () => {
  const wrong = /[^\u202f][;!?»]|«[^\u202f]|[^\u00a0]:(?!\/\/)/
  // The name of the app Bring! has no space.
  const shown = messages.map(([, text]) => frenchSpaces(text).replaceAll('Bring!', 'Bring'))
  expect(shown.filter((text) => wrong.test(text))).toEqual([])
})
