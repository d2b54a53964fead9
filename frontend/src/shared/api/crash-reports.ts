import { REPORT_CRASH } from '../../contract/operations'
import type { Backend } from './backend'

/** Where and in what the app is running; read when it crashes. */
export interface CrashScene {
  /** The pattern of the route, for instance /recipes/:id/edit; never the address. */
  place(): string
  /** Which build runs; null in the dev server. */
  build(): string | null
}

/** More say nothing new: what crashes once tends to crash again. */
const MOST_PER_PAGE = 5
/** What the server takes as the name of an error's class. */
const CLASS_NAME = /^(?=.{1,40}$)[A-Z][A-Za-z]*$/
const KIND = /(?:Error|Exception)$/
/** A frame of one of the app's own scripts, in every browser's way to write a stack. */
const FRAME = /([\w.-]{1,80}\.js):(\d{1,7}):(\d{1,7})/

/**
 * Tells the operators that the app has crashed: the error's class, the route, the build and the place in the script.
 * Neither the message nor the address travels, for both may name people and what they cook. Each crash is told once a
 * page load and a few at most; a report that fails is not told again. It never throws.
 */
export class CrashReports {
  readonly #backend: Pick<Backend, 'send'>
  readonly #scene: CrashScene
  readonly #told = new Set<string>()

  constructor(backend: Pick<Backend, 'send'>, scene: CrashScene) {
    this.#backend = backend
    this.#scene = scene
  }

  /** @param error whatever was thrown. */
  readonly report = (error: unknown): void => {
    try {
      const name = classOf(error)
      const at = placeInScript(error)
      const crash = `${name} ${at}`
      if (this.#told.has(crash) || this.#told.size >= MOST_PER_PAGE) return
      this.#told.add(crash)
      const input = { name, place: this.#scene.place(), build: this.#scene.build() ?? 'dev', at }
      this.#backend.send(REPORT_CRASH, { input }).catch(() => undefined)
    } catch {
      // An app that is broken enough to fail here has been counted or cannot be.
    }
  }
}

function classOf(error: unknown): string {
  const name = error instanceof Error ? error.name : ''
  return CLASS_NAME.test(name) && KIND.test(name) ? name : 'Error'
}

/** The topmost frame in a script of this origin, as file:line:column; null when there is none. */
function placeInScript(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  const frame = error.stack?.split('\n').find((line) => line.includes(`${location.origin}/`) && FRAME.test(line))
  const [, file, line, column] = FRAME.exec(frame ?? '') ?? []
  return file === undefined ? null : `${file}:${line}:${column}`
}
