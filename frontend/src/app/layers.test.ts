import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, it } from 'vitest'

/*
 * contract ← shared ← features ← app; site and worker import shared only.
 * Inside shared: lib ← i18n ← ui, lib ← api. Inside a feature: model ← api ← ui, model ← messages ← ui.
 */

/** Other layers that each layer may import. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  'shared/lib': ['contract'],
  'shared/i18n': ['shared/lib'],
  'shared/api': ['contract', 'shared/lib'],
  'shared/ui': ['shared/lib', 'shared/i18n'],
  'feature/model': ['contract', 'shared/lib'],
  'feature/messages': ['shared/lib', 'shared/i18n', 'feature/model'],
  'feature/api': ['contract', 'shared/lib', 'shared/api', 'feature/model'],
  'feature/ui': [
    'shared/lib',
    'shared/i18n',
    'shared/api',
    'shared/ui',
    'feature/model',
    'feature/messages',
    'feature/api',
  ],
  app: [
    'shared/lib',
    'shared/i18n',
    'shared/api',
    'shared/ui',
    'feature/model',
    'feature/messages',
    'feature/api',
    'feature/ui',
  ],
  site: ['shared/lib', 'shared/i18n', 'shared/ui'],
  worker: ['shared/lib'],
}

/** Layers of which a layer may import types only. */
const MAY_IMPORT_TYPES: Readonly<Record<string, readonly string[]>> = {
  'feature/model': ['shared/api'],
  'feature/messages': ['feature/api'],
}

/** The layer of a path below src. */
function layerOf(path: string): string | undefined {
  const [top = '', second = '', third = '', ...below] = path.split('/')
  if (top === 'shared') return `shared/${second}`
  if (top !== 'features') return top
  if (/^messages\b/.test(third)) return 'feature/messages'
  return below.length > 0 ? `feature/${third}` : 'feature/ui'
}

const imports = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && file.includes('/'))
  .flatMap((file) => {
    const text = readFileSync(join('src', file), 'utf8')
    const found = text.matchAll(/(?:^(import type|export type)\b[^']*?from|from|import)\s*\(?\s*'(\.[^']+)'/gm)
    return Array.from(found, ([, type, path = '']) => ({
      file,
      target: relative('src', join('src', dirname(file), path)),
      isType: type !== undefined,
    }))
  })

it('imports are found', () => {
  expect(imports.length).toBeGreaterThan(50)
})

it('every file belongs to a layer', () => {
  expect(imports.map(({ file }) => file).filter((file) => !((layerOf(file) ?? '') in MAY_IMPORT))).toEqual([])
})

it('no layer imports a layer above it', () => {
  const wrong = imports.filter(({ file, target, isType }) => {
    const [from = '', to = ''] = [layerOf(file), layerOf(target)]
    // Tests also import build code and the types of operations.
    if (/\.test\.|test-support/.test(file) && (to === '..' || to === 'contract')) return false
    // Tests may import any layer of their feature.
    if (/\.test\.|test-support/.test(file) && from.startsWith('feature/') && to.startsWith('feature/')) return false
    const isAllowed = MAY_IMPORT[from]?.includes(to) || (isType && MAY_IMPORT_TYPES[from]?.includes(to))
    return from !== to && isAllowed !== true
  })
  expect(wrong.map(({ file, target }) => `${file} imports ${target}`)).toEqual([])
})

it('no feature imports another', () => {
  const wrong = imports.filter(({ file, target }) => {
    const [from, feature] = file.split('/')
    const [to, other] = target.split('/')
    return from === 'features' && to === 'features' && feature !== other
  })
  expect(wrong).toEqual([])
})

it('there are no import cycles', () => {
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

it('only shared/api/amplify and the authenticator import aws-amplify', () => {
  const importers = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('layers.test.ts'))
    .filter((file) => /'@?aws-amplify/.test(readFileSync(join('src', file), 'utf8')))
  const elsewhere = importers.filter(
    (file) => !/^shared\/api\/amplify\/[a-z-]+\.ts$|^features\/account\/ui\/Authentic[A-Za-z]+\.tsx$/.test(file),
  )
  expect(importers).toContain('shared/api/amplify/backend.ts')
  expect(elsewhere).toEqual([])
})
