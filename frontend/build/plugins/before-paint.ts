import { build, type Plugin } from 'vite'

const ENTRY = 'src/shared/ui/before-paint.ts'
const PLACE = '<!-- before-paint -->'

/**
 * Replaces `<!-- before-paint -->` in a page by src/shared/ui/before-paint.ts, compiled to a classic script that runs
 * before the first paint.
 */
export function beforePaintScript(): Plugin {
  let base = '/'
  return {
    name: 'zest-before-paint',
    configResolved(config) {
      base = config.base
    },
    async buildStart() {
      if (this.meta.watchMode || this.environment.mode !== 'build') return
      this.emitFile({ type: 'asset', name: 'before-paint.js', source: await compiled() })
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle }) {
        if (!html.includes(PLACE)) return html
        const file = Object.keys(bundle ?? {}).find((name) => /before-paint-[\w-]+\.js$/.test(name))
        // Inline in `vite dev`, which has no content security policy.
        const tag =
          file === undefined ? `<script>${await compiled()}</script>` : `<script src="${base}${file}"></script>`
        return html.replace(PLACE, () => tag)
      },
    },
  }
}

async function compiled(): Promise<string> {
  const built = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: { write: false, target: 'es2020', lib: { entry: ENTRY, formats: ['iife'], name: 'zestBeforePaint' } },
  })
  const outputs = (Array.isArray(built) ? built : [built]).flatMap((one) => ('output' in one ? one.output : []))
  const chunk = outputs.find((output) => output.type === 'chunk')
  if (chunk === undefined) throw new Error(`${ENTRY} was built to nothing`)
  return chunk.code
}
