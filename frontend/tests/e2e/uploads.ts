import { crc32, deflateRawSync, gzipSync } from 'node:zlib'
import type { Browser, Page, Route } from '@playwright/test'

/** A file for a file chooser. */
export interface Chosen {
  name: string
  mimeType: string
  buffer: Buffer
}

/** Photos of a recipe page, drawn by the browser: dark print on paper. */
export async function drawPages(browser: Browser, pages: readonly { name: string; html: string }[]): Promise<Chosen[]> {
  const sheet = await browser.newPage()
  await sheet.setViewportSize({ width: 1000, height: 1300 })
  const drawn: Chosen[] = []
  for (const { name, html } of pages) {
    await sheet.setContent(`<body style="margin: 80px; font: 30px/1.5 serif; background: #fff; color: #111">${html}`)
    drawn.push({ name, mimeType: 'image/png', buffer: await sheet.screenshot() })
  }
  await sheet.close()
  return drawn
}

/** A recipe as simple HTML. */
export function cardHtml(title: string, ingredients: readonly string[], steps: readonly string[]): string {
  return `<h1>${title}</h1>${list('Ingredients', 'ul', ingredients)}${list('Directions', 'ol', steps)}`
}

/** A heading with its lines; empty without lines. */
export function list(heading: string, kind: 'ul' | 'ol', lines: readonly string[]): string {
  if (lines.length === 0) return ''
  const items = lines.map((line, index) => `<p>${kind === 'ol' ? `${index + 1}. ` : ''}${line}</p>`)
  return `<h2>${heading}</h2>${items.join('')}`
}

export function textFile(name: string, text: string): Chosen {
  return { name, mimeType: 'text/plain', buffer: Buffer.from(text) }
}

export function markdownFile(name: string, text: string): Chosen {
  return { name, mimeType: 'text/markdown', buffer: Buffer.from(text) }
}

/** A Paprika export: an archive of compressed recipes; `null` becomes a damaged one. */
export function paprikaArchive(
  recipes: readonly { name: string; ingredients: string; directions: string | null }[],
): Buffer {
  return zip(
    recipes.map((recipe) => ({
      name: `${recipe.name}.paprikarecipe`,
      bytes: recipe.directions === null ? Buffer.from('not packed') : gzipSync(JSON.stringify(recipe)),
    })),
  )
}

function zip(files: readonly { name: string; bytes: Buffer }[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, bytes } of files) {
    const packed = deflateRawSync(bytes)
    const title = Buffer.from(name)
    // Local file header of ZIP.
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(8, 4)
    facts.writeUInt32LE(crc32(bytes), 10)
    facts.writeUInt32LE(packed.length, 14)
    facts.writeUInt32LE(bytes.length, 18)
    facts.writeUInt16LE(title.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), facts, title, packed])
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([20, 0]), facts, place, title]))
    parts.push(local)
    offset += local.length
  }
  const index = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(index.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, index, end])
}

/** Intercepts every upload form; the returned function ends it. */
export async function onUpload(page: Page, handle: (route: Route) => Promise<void>): Promise<() => Promise<void>> {
  const isStore = (url: URL) => /^\/[^/]*uploads[^/]*$/.test(url.pathname)
  await page.route(isStore, handle)
  return () => page.unroute(isStore)
}

/** Drags, drops or pastes files on the page. */
export async function drag(page: Page, type: 'dragenter' | 'dragleave' | 'drop' | 'paste', files: readonly Chosen[]) {
  await page.evaluate(
    ([type, files]) => {
      const data = new DataTransfer()
      for (const { name, mimeType, base64 } of files) {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
        data.items.add(new File([bytes], name, { type: mimeType }))
      }
      const how = { bubbles: true, cancelable: true }
      const event =
        type === 'paste'
          ? new ClipboardEvent(type, { ...how, clipboardData: data })
          : new DragEvent(type, { ...how, dataTransfer: data })
      document.body.dispatchEvent(event)
    },
    [type, files.map(({ name, mimeType, buffer }) => ({ name, mimeType, base64: buffer.toString('base64') }))] as const,
  )
}
