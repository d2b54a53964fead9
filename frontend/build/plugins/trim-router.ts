import type { Plugin } from 'vite'
import { Replacements } from './replacements.ts'

/** Functions of the router's framework mode that a link names although nothing here runs them, and their substitutes. */
const FRAMEWORK_MODE = [
  ['function usePrefetchBehavior(', 'function usePrefetchBehavior() { return [false, null, {}]; }'],
  ['function PrefetchPageLinks(', 'function PrefetchPageLinks() { return null; }'],
] as const

/**
 * The bundler takes a component that is made by a call, a class that extends one that is looked up, and an assignment of
 * `displayName` for side effects. Calls and classes are marked as pure, the names are deleted.
 */
const SIDE_EFFECTS = [
  ['the names of components', /^\w+\.displayName = "[^"]*";$/gm, ''],
  [
    'components that are made by calls',
    /^(var \w+ = )(React\d*\.(?:forwardRef|createContext|memo)\()/gm,
    '$1/* @__PURE__ */ $2',
  ],
  [
    'components that are classes',
    /^var (\w+) = (class extends React\d*\.Component \{\n.*?^\});((?:\n^\1\.\w+ = \w+;$)*)/gms,
    'var $1 = /* @__PURE__ */ (() => { const $1 = $2;$3\nreturn $1; })();',
  ],
] as const

/** Lets the bundler drop the parts of the router that the app does not use: forms, and its framework mode. */
export function trimRouter(): Plugin {
  const replacements = new Replacements(
    'trim-router',
    [...FRAMEWORK_MODE, ...SIDE_EFFECTS].map(([name]) => name),
  )
  return {
    name: 'zest-trim-router',
    apply: 'build',
    buildStart: () => replacements.begin(),
    transform: {
      filter: { id: /\/react-router\/dist\/production\/chunk-/ },
      handler: (code) => ({ code: trimmedRouter(code, replacements), map: null }),
    },
    buildEnd(error) {
      if (error === undefined) replacements.check()
    },
  }
}

/** The code of one of the router's files. */
function trimmedRouter(code: string, replacements: Replacements): string {
  let trimmed = code
  for (const [name, pattern, replacement] of SIDE_EFFECTS) {
    trimmed = replacements.replaceAll(name, trimmed, pattern, replacement)
  }
  for (const [declaration, substitute] of FRAMEWORK_MODE) {
    if (!trimmed.includes(declaration)) continue
    replacements.made(declaration)
    // The old function stays under a name that nothing calls.
    trimmed = trimmed.replace(declaration, () => `${substitute}\n${declaration.replace(' ', ' unused_')}`)
  }
  return trimmed
}
