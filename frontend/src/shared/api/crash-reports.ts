import { REPORT_CRASH } from '../../contract/operations'
import type { Backend } from './backend'

export interface CrashScene {
  /** Pattern of the route, such as /recipes/:id/edit; never the address. */
  place(): string
  /** Id of the build; null in the dev server. */
  build(): string | null
}

/** Limit per page load, because crashes tend to repeat. */
const MAX_PER_PAGE = 5
/** Class names that the server accepts. */
const CLASS_NAME = /^(?=.{1,40}$)[A-Z][A-Za-z]*$/
const KIND = /(?:Error|Exception)$/
/** A stack frame in one of the app's scripts, in the format of any browser. */
const FRAME = /([\w.-]{1,80}\.js):(\d{1,7}):(\d{1,7})/

/**
 * Reports crashes to the operators: error class, route, build and script position. Message and address are left out,
 * because they may contain personal data. Each crash is sent once per page load, up to a limit, without retries. Never
 * throws.
 */
export class CrashReports {
  readonly #backend: Pick<Backend, 'send'>
  readonly #scene: CrashScene
  readonly #reported = new Set<string>()

  constructor(backend: Pick<Backend, 'send'>, scene: CrashScene) {
    this.#backend = backend
    this.#scene = scene
  }

  readonly report = (error: unknown): void => {
    try {
      const name = classOf(error)
      const at = placeInScript(error)
      const crash = `${name} ${at}`
      if (this.#reported.has(crash) || this.#reported.size >= MAX_PER_PAGE) return
      this.#reported.add(crash)
      const input = { name, place: this.#scene.place(), build: this.#scene.build() ?? 'dev', at }
      this.#backend.send(REPORT_CRASH, { input }).catch(() => undefined)
    } catch {
      // Ignored: a crash report must not cause a crash.
    }
  }
}

function classOf(error: unknown): string {
  const name = error instanceof Error ? error.name : ''
  return CLASS_NAME.test(name) && KIND.test(name) ? name : 'Error'
}

/** Topmost frame in a script of this origin, as file:line:column; null if there is none. */
function placeInScript(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  const frame = error.stack?.split('\n').find((line) => line.includes(`${location.origin}/`) && FRAME.test(line))
  const [, file, line, column] = FRAME.exec(frame ?? '') ?? []
  return file === undefined ? null : `${file}:${line}:${column}`
}
