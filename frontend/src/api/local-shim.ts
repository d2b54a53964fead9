/**
 * AppSync's client always opens its socket as wss://, which the local cloud does not speak. Loaded only in the local
 * stage, before the client is configured.
 */
export function speakPlainWebSocketsLocally(): void {
  const Secure = globalThis.WebSocket
  globalThis.WebSocket = class extends Secure {
    constructor(address: string | URL, protocols?: string | string[]) {
      super(withoutTls(address.toString()), protocols)
    }
  }
}

/** Rewrites wss: to ws: for this very machine and for no other host. */
export function withoutTls(address: string): string {
  return address.replace(/^wss:\/\/(localhost|127\.0\.0\.1|\[::1\])(?=[:/])/, 'ws://$1')
}
