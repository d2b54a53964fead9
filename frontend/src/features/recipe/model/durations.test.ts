import { expect, it } from 'vitest'
import type { Language } from '../../../shared/lib/recipe/recipe'
import { findDurations } from './durations'

it.each<[Language, string, [string, number, (number | null)?][]]>([
  ['en', 'Simmer for 20 min.', [['20 min', 1200]]],
  ['en', 'Simmer for 20 minutes.', [['20 minutes', 1200]]],
  [
    'en',
    'Bake 10–12 minutes, then rest 5 mins.',
    [
      ['10–12 minutes', 600, 720],
      ['5 mins', 300],
    ],
  ],
  ['en', 'Cook 1 hour and 30 minutes.', [['1 hour and 30 minutes', 5400]]],
  [
    'en',
    'Cook 1 1/2 hours or 1½ hrs',
    [
      ['1 1/2 hours', 5400],
      ['1½ hrs', 5400],
    ],
  ],
  [
    'en',
    'Rest for half an hour; a 20-minute walk',
    [
      ['half an hour', 1800],
      ['20-minute', 1200],
    ],
  ],
  [
    'en',
    'Chill one hour, whisk 30 seconds',
    [
      ['one hour', 3600],
      ['30 seconds', 30],
    ],
  ],
  [
    'en',
    'Leave 1 to 2 hours or an hour and a half',
    [
      ['1 to 2 hours', 3600, 7200],
      ['an hour and a half', 5400],
    ],
  ],
  ['en', 'Wait 3 days, add 20 m of string, step 2 s', []],
  ['en', 'Add 2 eggs, 200 g flour at 180 °C', []],
  ['en', 'Chill for 48 hours or 2 seconds.', []],
  [
    'es',
    'Cuece 1 h 30 y deja reposar 10 minutos.',
    [
      ['1 h 30', 5400],
      ['10 minutos', 600],
    ],
  ],
  [
    'es',
    'Hornea media hora o 1 hora y media, 45-50 min',
    [
      ['media hora', 1800],
      ['1 hora y media', 5400],
      ['45-50 min', 2700, 3000],
    ],
  ],
  [
    'es',
    'Deja un cuarto de hora; dos horas',
    [
      ['un cuarto de hora', 900],
      ['dos horas', 7200],
    ],
  ],
  ['es', 'Hornea 1 h 200 g', [['1 h', 3600]]],
  [
    'fr',
    'Enfournez 1h05, puis 10 à 12 min à 180 °C.',
    [
      ['1h05', 3900],
      ['10 à 12 min', 600, 720],
    ],
  ],
  [
    'fr',
    'Laissez une heure et demie, une demi-heure, 30 secondes',
    [
      ['une heure et demie', 5400],
      ['une demi-heure', 1800],
      ['30 secondes', 30],
    ],
  ],
  ['fr', '2 heures et 15 minutes', [['2 heures et 15 minutes', 8100]]],
])('%s: %s', (language, text, expected) => {
  const found = findDurations(text, language).map(({ start, end, seconds, mostSeconds }) =>
    mostSeconds === null ? [text.slice(start, end), seconds] : [text.slice(start, end), seconds, mostSeconds],
  )
  expect(found).toEqual(expected)
})
