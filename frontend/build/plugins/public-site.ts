import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import { build, type InlineConfig, type Plugin } from 'vite'
import { paths } from '../../src/shared/lib/routing/paths'
import { ORIGIN } from '../../src/site/addresses'
import type { Assets } from '../../src/site/Document'
import type { renderSite } from '../../src/site/render'

type Renderer = { renderSite: typeof renderSite }

/** Builds the public pages after the app: script and style sheet, then static HTML in each language. */
export function publicSite(): Plugin {
  let root = ''
  let outDir = ''
  return {
    name: 'zest:public-site',
    apply: 'build',
    configResolved(config) {
      root = config.root
      outDir = resolve(config.root, config.build.outDir)
    },
    closeBundle: {
      sequential: true,
      order: 'post',
      async handler() {
        const assets = { ...(await buildClient(root, outDir)), bookmark: await buildBookmark(root) }
        const files = (await renderer(root)).renderSite(assets)
        for (const { name, content } of files) {
          await mkdir(dirname(join(outDir, name)), { recursive: true })
          await writeFile(join(outDir, name), content)
        }
        this.info(`${files.length} files of the public site`)
      },
    },
  }
}

const COMMON: InlineConfig = { configFile: false, publicDir: false, logLevel: 'warn' }

/** The style sheet's file is deleted, because each page inlines it. */
async function buildClient(root: string, outDir: string): Promise<Omit<Assets, 'bookmark'>> {
  const built = await build({
    ...COMMON,
    root,
    plugins: [tailwindcss()],
    build: {
      outDir,
      emptyOutDir: false,
      target: 'es2022',
      assetsInlineLimit: 0,
      // An entry without exports also works as a classic script, which runs before the first paint.
      rolldownOptions: { input: 'src/site/client.ts', output: { entryFileNames: 'assets/site-[hash].js' } },
    },
  })
  if (!('output' in built)) throw new Error('the build of the site answered with something else than one output')
  const names = built.output.map(({ fileName }) => fileName)
  const named = (pattern: RegExp): string => {
    const name = names.find((candidate) => pattern.test(candidate))
    if (name === undefined) throw new Error(`the site was built without a file like ${pattern}`)
    return name
  }
  const style = named(/\.css$/)
  const css = await readFile(join(outDir, style), 'utf8')
  await rm(join(outDir, style))
  return {
    css: css.trim(),
    script: `/${named(/\.js$/)}`,
    fonts: [/figtree-latin-wght-normal/, /fraunces-latin-wght-normal/].map((font) => `/${named(font)}`),
  }
}

/** The bookmarklet's code, on one line. */
export async function buildBookmark(root: string): Promise<string> {
  const built = await build({
    ...COMMON,
    root,
    define: { RECEIVER: JSON.stringify(`${ORIGIN}${paths.receive}`) },
    build: {
      write: false,
      target: 'es2020',
      lib: { entry: 'src/site/bookmark/bookmark.ts', formats: ['iife'], name: 'zest' },
    },
  })
  const outputs = (Array.isArray(built) ? built : [built]).flatMap((one) => ('output' in one ? one.output : []))
  const chunk = outputs.find((output) => output.type === 'chunk')
  if (chunk === undefined) throw new Error('the bookmark was built to nothing')
  return chunk.code.trim()
}

async function renderer(root: string): Promise<Renderer> {
  const folder = await mkdtemp(join(root, '.site-'))
  try {
    await build({
      ...COMMON,
      root,
      build: { ssr: 'src/site/render.tsx', outDir: folder, minify: false },
    })
    const [name = ''] = (await readdir(folder)).filter((file) => /^render\.m?js$/.test(file))
    return (await import(pathToFileURL(join(folder, name)).href)) as Renderer
  } finally {
    await rm(folder, { recursive: true })
  }
}
