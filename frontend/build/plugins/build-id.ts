import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'

/**
 * Gives each build an id: in index.html as `data-build`, and in /build.json, which open pages ask for to learn of a
 * new one. It is made from the names of the files, which carry hashes: the same sources are the same build.
 */
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
