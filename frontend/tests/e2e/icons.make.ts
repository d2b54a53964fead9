import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from './fixtures'

/*
 * Draws the icons of the installed app from favicon.svg: `npm run icons`.
 */
const PUBLIC = join(import.meta.dirname, '../../public')
/** `part`: share of the icon that the drawing fills; systems crop maskable icons to a circle of 80 %. */
const ICONS = [
  { name: '180', size: 180, part: 0.84, ground: '#fff7ed' },
  { name: '192', size: 192, part: 1, ground: 'transparent' },
  { name: '512', size: 512, part: 1, ground: 'transparent' },
  { name: 'maskable-512', size: 512, part: 0.74, ground: '#fff7ed' },
]

for (const { name, size, part, ground } of ICONS) {
  test(`draws the icon ${name}`, async ({ browser }) => {
    mkdirSync(join(PUBLIC, 'icons'), { recursive: true })
    const page = await browser.newPage({ viewport: { width: size, height: size } })
    const svg = readFileSync(join(PUBLIC, 'favicon.svg')).toString('base64')
    await page.setContent(
      `<body style="margin:0;display:grid;place-items:center;height:100vh;background:${ground}">` +
        `<img style="width:${part * 100}%" src="data:image/svg+xml;base64,${svg}">`,
    )
    await page.locator('img').evaluate(async (image: HTMLImageElement) => image.decode())
    const png = await page.screenshot({ omitBackground: true })
    expect(png.byteLength).toBeLessThan(40_000)
    writeFileSync(join(PUBLIC, 'icons', `${name}.png`), png)
    await page.close()
  })
}
