import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, it } from 'vitest'

/** What each layer may import besides itself: lib ← i18n ← ui, lib ← api, all of them ← features ← app; site shares the first script. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  lib: [],
  i18n: ['lib'],
  api: ['lib'],
  ui: ['lib', 'i18n'],
  features: ['lib', 'i18n', 'api', 'ui'],
  app: ['lib', 'i18n', 'api', 'ui', 'features'],
  site: ['lib', 'i18n', 'ui', 'app'],
}

const imports = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && file.includes('/'))
  .flatMap((file) => {
    const text = readFileSync(join('src', file), 'utf8')
    const found = text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)
    return Array.from(found, ([, path = '']) => ({ file, target: relative('src', join('src', dirname(file), path)) }))
  })

it('there are imports to look at', () => {
  expect(imports.length).toBeGreaterThan(50)
})

it('every file lies in a layer', () => {
  expect(
    imports.map(({ file }) => file.split('/')[0]).filter((layer) => !(layer !== undefined && layer in MAY_IMPORT)),
  ).toEqual([])
})

it('no layer imports one above it', () => {
  const wrong = imports.filter(({ file, target }) => {
    const [from = ''] = file.split('/')
    const [to = ''] = target.split('/')
    return from !== to && !MAY_IMPORT[from]?.includes(to)
  })
  expect(wrong).toEqual([])
})

it('no feature imports another', () => {
  const wrong = imports.filter(({ file, target }) => {
    const [from, feature] = file.split('/')
    const [to, other] = target.split('/')
    return from === 'features' && to === 'features' && feature !== other
  })
  expect(wrong).toEqual([])
})

it('only amplify-* modules import aws-amplify, and only the page of the auth routes its components', () => {
  const importers = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('layers.test.ts'))
    .filter((file) => /'@?aws-amplify/.test(readFileSync(join('src', file), 'utf8')))
  const elsewhere = importers.filter(
    (file) => !/^api\/amplify-[a-z-]+\.ts$|^features\/account\/Authentic[A-Za-z]+\.tsx$/.test(file),
  )
  expect(importers).toContain('api/amplify-backend.ts')
  expect(elsewhere).toEqual([])
})
