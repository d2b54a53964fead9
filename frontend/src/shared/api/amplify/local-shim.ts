/**
 * Makes the client library use plain http and ws. It always uses wss:// for its socket and https:// for the hosted
 * pages, which the local cloud lacks. Also turns off its warnings about the local endpoints. Loaded in the local stage
 * only, before the client is configured.
 */
export function allowPlainHttp(): void {
  Object.assign(globalThis, { LOG_LEVEL: 'ERROR' })
  const Secure = globalThis.WebSocket
  globalThis.WebSocket = class extends Secure {
    constructor(address: string | URL, protocols?: string | string[]) {
      super(withoutTls(address.toString()), protocols)
    }
  }
  const secure = globalThis.fetch
  globalThis.fetch = (input, init) => secure(typeof input === 'string' ? withoutTls(input) : input, init)
}

/** Rewrites wss: to ws: and https: to http: for localhost only. */
export function withoutTls(address: string): string {
  return address.replace(/^(ws|http)s(:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?=[:/]))/, '$1$2')
}
