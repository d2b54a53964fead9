import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { BASE_URL } from './browser'

/** Id of the next build. */
export const NEXT_BUILD = 'next'

const TEXT = /^(text\/(html|css|javascript)|application\/(json|javascript))/
/** Precache entries: file names, and revisions of files with a fixed name. */
const HASHED_FILE = /\/assets\/([\w.~-]+\.(?:js|css))/g
const REVISION = /(["'`])([0-9a-f]{12})\1/g

/**
 * A proxy of the app under test on its own origin. After `deploy` it serves the next build, with other file names and
 * contents. It has no WebSocket.
 */
export class Deployments {
  readonly #server: Server
  readonly #names: readonly string[]
  readonly #files: RegExp
  #isNext = false
  #areFormerFilesThere = true

  private constructor(names: readonly string[]) {
    this.#names = names
    this.#files = new RegExp(names.map((name) => name.replaceAll('.', '\\.')).join('|'), 'g')
    this.#server = createServer((asked, answer) => {
      this.#serve(asked, answer).catch(() => answer.destroy())
    })
  }

  static async begin(): Promise<Deployments> {
    const worker = await (await fetch(`${BASE_URL}/service-worker.js`)).text()
    const names = new Set(Array.from(worker.matchAll(HASHED_FILE), ([, name = '']) => name))
    if (names.size === 0) throw new Error('the service worker names no files')
    const deployments = new Deployments([...names])
    await new Promise<void>((resolve) => deployments.#server.listen(0, '127.0.0.1', resolve))
    return deployments
  }

  get origin(): string {
    return `http://localhost:${(this.#server.address() as AddressInfo).port}`
  }

  /** Serves the next build and the old build's files. */
  deploy(): void {
    this.#isNext = true
  }

  /** Serves the next build only. */
  forgetFormerBuild(): void {
    this.#areFormerFilesThere = false
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  async #serve(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const path = asked.url ?? '/'
    const isOfNext = path.includes(`.${NEXT_BUILD}.`)
    const isFormer = !isOfNext && this.#names.some((name) => path === `/assets/${name}`)
    if ((isOfNext && !this.#isNext) || (isFormer && !this.#areFormerFilesThere)) {
      answer.writeHead(404).end()
      return
    }
    const app = new URL(BASE_URL)
    const headers = { ...asked.headers, host: app.host, 'accept-encoding': 'identity' }
    if (asked.headers.origin !== undefined) Object.assign(headers, { origin: app.origin })
    delete headers['if-none-match']
    delete headers['if-modified-since']
    const given = await new Promise<IncomingMessage>((resolve, reject) => {
      const asking = request(
        {
          host: app.hostname,
          port: app.port,
          method: asked.method,
          path: path.replace(`.${NEXT_BUILD}.`, '.'),
          headers,
        },
        resolve,
      )
      asking.on('error', reject)
      asked.pipe(asking)
    })
    const chunks: Buffer[] = []
    for await (const chunk of given) chunks.push(chunk as Buffer)
    let body = Buffer.concat(chunks)
    if (TEXT.test(given.headers['content-type'] ?? '')) {
      const text = body.toString().replaceAll(BASE_URL, this.origin)
      body = Buffer.from(this.#isNext && !isFormer ? this.#inNextBuild(path, text) : text)
    }
    const { etag, 'last-modified': _, 'content-length': __, ...rest } = given.headers
    // The HTTP cache would hide missing files.
    answer.writeHead(given.statusCode ?? 502, { ...rest, 'cache-control': 'no-store', 'content-length': body.length })
    answer.end(body)
  }

  #inNextBuild(path: string, text: string): string {
    if (path === '/build.json') return JSON.stringify({ id: NEXT_BUILD })
    const named = text
      .replaceAll(this.#files, (name) => name.replace(/\.(\w+)$/, `.${NEXT_BUILD}.$1`))
      .replaceAll(/data-build="[^"]*"/g, `data-build="${NEXT_BUILD}"`)
    return path === '/service-worker.js' ? named.replaceAll(REVISION, '$1b$2$1') : named
  }
}
