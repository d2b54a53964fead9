import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, it } from 'vitest'

/** What each layer may import besides itself: contract ← lib ← i18n ← ui, lib ← api, all of them ← features ← app; ui ← site; lib ← worker. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  contract: [],
  lib: ['contract'],
  i18n: ['lib'],
  api: ['contract', 'lib'],
  ui: ['lib', 'i18n'],
  features: ['lib', 'i18n', 'api', 'ui'],
  app: ['lib', 'i18n', 'api', 'ui', 'features'],
  site: ['lib', 'i18n', 'ui'],
  worker: ['lib'],
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
    // Tests look at what builds the app as well, and write the answers to its operations.
    const isOfTests = (to === '..' || to === 'contract') && file.includes('.test.')
    // What the build is made with lies outside of src; only tests import it.
    const isOfBuild = to === '..' && /\.test\.tsx?$/.test(file)
    return from !== to && !isOfTests && !isOfBuild && !MAY_IMPORT[from]?.includes(to)
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

it('no file imports itself through others', () => {
  const files = new Set(imports.map(({ file }) => file))
  const targetsOf = new Map<string, string[]>()
  for (const { file, target } of imports) {
    const found = [target, `${target}.ts`, `${target}.tsx`].find((name) => files.has(name))
    if (found !== undefined) targetsOf.set(file, [...(targetsOf.get(file) ?? []), found])
  }
  const done = new Set<string>()
  const circles: string[] = []
  const follow = (file: string, path: readonly string[]) => {
    if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(' → '))
    if (done.has(file) || path.includes(file)) return
    for (const target of targetsOf.get(file) ?? []) follow(target, [...path, file])
    done.add(file)
  }
  for (const file of files) follow(file, [])
  expect(circles).toEqual([])
})

it('only modules of api/amplify import aws-amplify, and only the page of the auth routes its components', () => {
  const importers = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('layers.test.ts'))
    .filter((file) => /'@?aws-amplify/.test(readFileSync(join('src', file), 'utf8')))
  const elsewhere = importers.filter(
    (file) => !/^api\/amplify\/[a-z-]+\.ts$|^features\/account\/Authentic[A-Za-z]+\.tsx$/.test(file),
  )
  expect(importers).toContain('api/amplify/backend.ts')
  expect(elsewhere).toEqual([])
})
