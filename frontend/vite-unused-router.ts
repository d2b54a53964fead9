import type { Plugin } from 'vite'

/**
 * Lets the bundler leave out of the router what nothing here asks for: forms, links and scripts of its framework mode.
 * Each of these components is made by a call and given a name for debuggers, and the bundler has to take both for
 * effects; the call is marked as having none, the name is taken off.
 */
export function withoutUnusedRouter(): Plugin {
  return {
    name: 'zest-without-unused-router',
    apply: 'build',
    transform: {
      filter: { id: /\/react-router\/dist\/production\// },
      handler: (code) => ({
        code: code
          .replaceAll(/^\w+\.displayName = "[^"]*";$/gm, '')
          .replaceAll(/^(var \w+ = )(React\d*\.(?:forwardRef|createContext|memo)\()/gm, '$1/* @__PURE__ */ $2'),
        map: null,
      }),
    },
  }
}
