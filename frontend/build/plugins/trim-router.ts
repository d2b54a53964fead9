import type { Plugin } from 'vite'
import { Replacements } from './replacements.ts'

/** Functions that the app does not need but the router references, and their replacements. */
const UNUSED = [
  // Hints for developers.
  ['function warning(', 'function warning() {}'],
  ['function warningOnce(', 'function warningOnce() {}'],
  // Data routers.
  ['function useNavigateStable(', 'function useNavigateStable() {}'],
  ['function DefaultErrorComponent(', 'function DefaultErrorComponent() { return null; }'],
  // Framework mode.
  ['function usePrefetchBehavior(', 'function usePrefetchBehavior() { return [false, null, {}]; }'],
  ['function PrefetchPageLinks(', 'function PrefetchPageLinks() { return null; }'],
] as const

/** Code that the bundler would keep as a side effect. Calls and classes are marked as pure; the names are deleted. */
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

/** Removes parts of the router that the app does not use: forms, data routers, framework mode and warnings. */
export function trimRouter(): Plugin {
  const replacements = new Replacements(
    'trim-router',
    [...UNUSED, ...SIDE_EFFECTS].map(([name]) => name),
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

function trimmedRouter(code: string, replacements: Replacements): string {
  let trimmed = code
  for (const [name, pattern, replacement] of SIDE_EFFECTS) {
    trimmed = replacements.replaceAll(name, trimmed, pattern, replacement)
  }
  for (const [declaration, substitute] of UNUSED) {
    if (!trimmed.includes(declaration)) continue
    replacements.made(declaration)
    // Rename the original; tree shaking removes it.
    trimmed = trimmed.replace(declaration, () => `${substitute}\n${declaration.replace(' ', ' unused_')}`)
  }
  return trimmed
}
