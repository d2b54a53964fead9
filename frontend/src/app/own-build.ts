/** The build that this page is of, as build/plugins/build-id.ts wrote it; null where there is none, as in `vite dev`. */
export function ownBuild(page: Document = document): string | null {
  return page.documentElement.dataset['build'] ?? null
}
