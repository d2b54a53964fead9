import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { ConfigEnv, Plugin, UserConfig } from 'vite'
import { afterEach, expect, it } from 'vitest'
import config, { relay } from '../../vite.config.ts'
import { mock } from './plugin.ts'

const DEV = 'localhost:5173'

type Handler = (request: IncomingMessage, response: ServerResponse) => void

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

/** Starts a server and returns its host and port. */
async function serve(handler: Handler): Promise<string> {
  const server = createServer(handler)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A dev server with the middlewares of one plugin; other requests get 404. */
function serveWith(plugin: Plugin): Promise<string> {
  const handlers: { path: string; handler: (...args: [...Parameters<Handler>, () => void]) => void }[] = []
  const middlewares = {
    use: (...args: unknown[]) => {
      const [path, handler] = args.length === 2 ? args : ['', args[0]]
      handlers.push({ path, handler } as (typeof handlers)[number])
    },
  }
  ;(plugin.configureServer as unknown as (server: object) => void)({ middlewares })
  return serve((from, response) => {
    const { url = '/' } = from
    const found = handlers.find(({ path }) => url.startsWith(path))
    from.url = url.slice(found?.path.length)
    const notFound = () => response.writeHead(404).end()
    if (found === undefined) notFound()
    else found.handler(from, response, notFound)
  })
}

function ask(host: string, path: string, body = ''): Promise<{ answer: IncomingMessage; content: string }> {
  return new Promise((resolve, reject) => {
    const method = body === '' ? 'GET' : 'POST'
    const asked = request(`http://${host}${path}`, { method, headers: { host: DEV } }, async (answer) => {
      resolve({ answer, content: await text(answer) })
    })
    asked.on('error', reject).end(body)
  })
}

function pluginNames(env: ConfigEnv): string[] {
  const { plugins } = (config as (env: ConfigEnv) => UserConfig)(env)
  return (plugins ?? []).flat(5).map((plugin) => (plugin as Plugin).name)
}

it('only the mode mock has the mock, and no build applies it', () => {
  expect(pluginNames({ command: 'serve', mode: 'mock' })).toContain('zest-mock')
  expect(pluginNames({ command: 'serve', mode: 'development' })).not.toContain('zest-mock')
  expect(pluginNames({ command: 'build', mode: 'production' })).not.toContain('zest-mock')
  expect(mock().apply).toBe('serve')
})

it('no source of the app imports the mock', () => {
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file))
  const importers = sources.filter((file) => readFileSync(join('src', file), 'utf8').includes('build/mock'))
  expect(importers).toEqual([])
})

it('connect.ts imports the module that the mock replaces', () => {
  expect(readFileSync('src/shared/api/connect.ts', 'utf8')).toContain(`import('./amplify/backend')`)
})

it('the mock serves a configuration without credits and assistant, and the pictures of its recipes', async () => {
  const dev = await serveWith(mock())
  const { content } = await ask(dev, '/config.json')
  expect(JSON.parse(content)).toMatchObject({ stage: 'mock', credits: false, agent: false })
  const picture = await ask(dev, `/media/${'0'.repeat(32)}/carrot-cake`)
  expect([picture.answer.statusCode, picture.answer.headers['content-type']]).toEqual([200, 'image/webp'])
  expect((await ask(dev, `/media/${'0'.repeat(32)}/none`)).answer.statusCode).toBe(404)
})

it('the configuration and addresses for uploads name the dev server instead of the app', async () => {
  let app = ''
  app = await serve((from, response) => {
    const url = from.url === '/graphql' ? `http://${app}/zest-local-uploads-1` : `http://${app}/cognito-idp/`
    response.end(JSON.stringify({ url, kept: `http://${app}/demo/` }))
  })
  const dev = await serveWith(relay(app))
  expect((await ask(dev, '/config.json')).content).toContain(`http://${DEV}/cognito-idp/`)
  const { content } = await ask(dev, '/graphql', '{}')
  expect(JSON.parse(content)).toEqual({ url: `http://${DEV}/zest-local-uploads-1`, kept: `http://${app}/demo/` })
})

it('the hosted sign-in sees addresses of the app, and its redirects lead to the dev server', async () => {
  const seen: string[] = []
  let app = ''
  app = await serve(async (from, response) => {
    seen.push(from.url ?? '', await text(from), from.headers.host ?? '')
    response.writeHead(302, { location: `http://${app}/oauth/callback?code=1` }).end()
  })
  const dev = await serveWith(relay(app))
  const callback = (host: string) => `redirect_uri=${encodeURIComponent(`http://${host}/oauth/callback`)}`
  const { answer } = await ask(dev, `/oauth2/token?${callback(DEV)}`, callback(DEV))
  expect(seen).toEqual([`/oauth2/token?${callback(app)}`, callback(app), DEV])
  expect(answer.headers.location).toBe(`http://${DEV}/oauth/callback?code=1`)
})

it('without the app the relay answers 502, and other paths are not relayed', async () => {
  const dev = await serveWith(relay('127.0.0.1:1'))
  expect((await ask(dev, '/config.json')).answer.statusCode).toBe(502)
  expect((await ask(dev, '/graphql/realtime')).answer.statusCode).toBe(404)
})
