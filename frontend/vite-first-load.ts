import type { Plugin } from 'vite'

const APP = '/src/app/main.tsx'
const SERVER = '/src/api/amplify/backend.ts'

/**
 * Makes the first load few files that set out together. Left alone, the bundler makes dozens of small files of the app,
 * because its pages share parts of it; but whoever opens those pages has loaded the parts already, and fewer files are
 * fewer requests and compress better. The page also names the client library that the app talks to the server with, so
 * that it does not wait for the app to ask.
 */
export function firstLoad(): Plugin {
  const ofApp = new Set<string>()
  return {
    name: 'zest-first-load',
    apply: 'build',
    config: () => ({
      build: {
        rolldownOptions: {
          output: { codeSplitting: { groups: [{ name: 'app', test: (id: string) => ofApp.has(id) }] } },
        },
      },
    }),
    buildEnd() {
      const root = Array.from(this.getModuleIds()).find((id) => id.endsWith(APP))
      if (root === undefined) throw new Error(`${APP} is not part of the build`)
      const waiting = [...(this.getModuleInfo(root)?.importedIds ?? [])]
      for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
        if (ofApp.has(id) || id.endsWith('.css')) continue
        ofApp.add(id)
        waiting.push(...(this.getModuleInfo(id)?.importedIds ?? []))
      }
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const chunks = Object.values(bundle ?? {}).filter((output) => output.type === 'chunk')
        const server = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(SERVER))
        const early = new Set(server === undefined ? [] : [server.fileName])
        // A set that grows while it is walked: what the library imports, and what that imports.
        for (const file of early) {
          for (const imported of chunks.find(({ fileName }) => fileName === file)?.imports ?? []) early.add(imported)
        }
        return Array.from(early)
          .filter((file) => !html.includes(file))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file}` },
            injectTo: 'head' as const,
          }))
      },
    },
  }
}
