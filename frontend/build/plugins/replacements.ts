/** Tracks the replacements that a plugin makes in a package. Fails the build if one found nothing to replace. */
export class Replacements {
  readonly #plugin: string
  readonly #names: readonly string[]
  #made = new Set<string>()

  constructor(plugin: string, names: readonly string[]) {
    this.#plugin = plugin
    this.#names = names
  }

  begin(): void {
    this.#made = new Set()
  }

  made(name: string): void {
    this.#made.add(name)
  }

  /** Replaces each match in `code` and records `name` if there was one. */
  replaceAll(name: string, code: string, pattern: RegExp, replacement: string): string {
    if (code.search(pattern) !== -1) this.made(name)
    return code.replaceAll(pattern, replacement)
  }

  check(): void {
    const missing = this.#names.filter((name) => !this.#made.has(name))
    if (missing.length === 0) return
    throw new Error(
      `${this.#plugin} found nothing to replace for: ${missing.join('; ')}. The package has changed: adapt build/plugins/${this.#plugin}.ts, or delete what it no longer needs.`,
    )
  }
}
