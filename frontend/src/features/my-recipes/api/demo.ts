/** A sample page of the demo kitchen, importable without internet. */
export interface DemoPage {
  readonly title: string
  /** Absolute path on this origin. */
  readonly path: string
  readonly language: string
  readonly note: string | null
}

/** Sample pages; empty on failure, because they are optional. */
export async function loadDemoPages(fetcher: typeof fetch = fetch): Promise<DemoPage[]> {
  try {
    const response = await fetcher('/demo/index.json')
    return response.ok ? readDemoPages(await response.json()) : []
  } catch {
    return []
  }
}

export function readDemoPages(value: unknown): DemoPage[] {
  if (!Array.isArray(value)) return []
  const pages: DemoPage[] = []
  for (const item of value as unknown[]) {
    if (typeof item !== 'object' || item === null) continue
    const { title, path, language, note } = item as Record<string, unknown>
    if (typeof title !== 'string' || typeof path !== 'string' || typeof language !== 'string') continue
    // Paths may be relative to the index.
    const absolute = new URL(path, new URL('/demo/', location.origin))
    if (absolute.origin !== location.origin) continue
    pages.push({ title, path: absolute.pathname, language, note: typeof note === 'string' ? note : null })
  }
  return pages
}
