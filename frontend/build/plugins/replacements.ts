/**
 * The places of a package that a plugin replaces. An update of the package may move or rewrite one of them; the plugin
 * would then do nothing, and say nothing. So each replacement is noted when it is made, and a build that ends without one
 * of them fails.
 */
export class Replacements {
  readonly #plugin: string
  readonly #names: readonly string[]
  #made = new Set<string>()

  constructor(plugin: string, names: readonly string[]) {
    this.#plugin = plugin
    this.#names = names
  }

  /** Forgets what the last build has replaced. */
  begin(): void {
    this.#made = new Set()
  }

  made(name: string): void {
    this.#made.add(name)
  }

  /** `code` with each match replaced, which is noted under `name`. */
  replaceAll(name: string, code: string, pattern: RegExp, replacement: string): string {
    if (code.search(pattern) !== -1) this.made(name)
    return code.replaceAll(pattern, replacement)
  }

  /** Throws if a replacement was not made. */
  check(): void {
    const missing = this.#names.filter((name) => !this.#made.has(name))
    if (missing.length === 0) return
    throw new Error(
      `${this.#plugin} found nothing to replace for: ${missing.join('; ')}. The package has changed: adapt build/plugins/${this.#plugin}.ts, or delete what it no longer needs.`,
    )
  }
}
