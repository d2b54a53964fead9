import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'

/** Writes the build's id, a hash, to index.html (`data-build`) and to /build.json, which open pages poll. */
export function buildId(): Plugin {
  return {
    name: 'zest-build-id',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const page = bundle['index.html']
        if (page?.type !== 'asset') return
        const names = Object.keys(bundle).sort().join('\n')
        const id = createHash('sha256').update(names).update(page.source).digest('hex').slice(0, 12)
        page.source = page.source.toString().replace('data-app', `data-app data-build="${id}"`)
        this.emitFile({ type: 'asset', fileName: 'build.json', source: `${JSON.stringify({ id })}\n` })
      },
    },
  }
}
