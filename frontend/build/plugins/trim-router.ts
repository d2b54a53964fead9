import type { Plugin } from 'vite'

/** What runs in the router's framework mode alone, although a link names it, and what stands in its place. */
const FRAMEWORK_MODE = [
  ['function usePrefetchBehavior(', 'function usePrefetchBehavior() { return [false, null, {}]; }'],
  ['function PrefetchPageLinks(', 'function PrefetchPageLinks() { return null; }'],
] as const

/**
 * Lets the bundler leave out of the router what nothing here asks for: forms, scripts of its framework mode, and what
 * fetches a linked page ahead there. Each of its components is made by a call, or extends one that is looked up, and is
 * given a name for debuggers; the bundler has to take all three for effects. Calls and classes are marked as having
 * none, the names are taken off.
 */
export function withoutUnusedRouter(): Plugin {
  return {
    name: 'zest-without-unused-router',
    apply: 'build',
    transform: {
      filter: { id: /\/react-router\/dist\/production\/chunk-/ },
      handler: (code) => ({ code: FRAMEWORK_MODE.reduce(withoutFunction, withoutEffects(code)), map: null }),
    },
  }
}

function withoutEffects(code: string): string {
  return code
    .replaceAll(/^\w+\.displayName = "[^"]*";$/gm, '')
    .replaceAll(/^(var \w+ = )(React\d*\.(?:forwardRef|createContext|memo)\()/gm, '$1/* @__PURE__ */ $2')
    .replaceAll(
      /^var (\w+) = (class extends React\d*\.Component \{\n.*?^\});((?:\n^\1\.\w+ = \w+;$)*)/gms,
      (_, name: string, declared: string, statics: string) =>
        `var ${name} = /* @__PURE__ */ (() => { const ${name} = ${declared};${statics}\nreturn ${name}; })();`,
    )
}

/** The old function keeps its place under another name, where nobody finds it. */
function withoutFunction(code: string, [declaration, instead]: (typeof FRAMEWORK_MODE)[number]): string {
  if (!code.includes(declaration)) return code
  return code.replace(declaration, () => `${instead}\n${declaration.replace(' ', ' unused_')}`)
}
