import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Protection or peculiarity of a foreign page. */
export interface SourcePage {
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export const RECIPE = (
  title: string,
) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<script type="application/ld+json">{"@context":"https://schema.org","@type":"Recipe","name":"${title}",
"recipeIngredient":["2 leeks","1 l stock"],"recipeInstructions":["Cut the leeks.","Simmer them in the stock."]}</script></head>
<body><h1>${title}</h1><h2>Ingredients</h2><ul><li>2 leeks<li>1 l stock</ul>
<h2>Method</h2><ol><li>Cut the leeks.<li>Simmer them in the stock.</ol></body></html>`

/** Foreign pages on an origin that Zest's servers cannot reach. */
export class SourceSite {
  readonly #server: Server
  readonly origin: string

  private constructor(server: Server) {
    this.#server = server
    this.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  static async with(pages: Readonly<Record<string, SourcePage>>): Promise<SourceSite> {
    const server = createServer((request, response) => {
      const page = pages[new URL(request.url ?? '/', 'http://localhost').pathname]
      if (page === undefined) {
        response.writeHead(404).end()
        return
      }
      response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', ...page.headers })
      response.end(page.body)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return new SourceSite(server)
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}
