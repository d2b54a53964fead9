/** Id of this page's build, written by build/plugins/build-id.ts; null in `vite dev`. */
export function ownBuild(page: Document = document): string | null {
  return page.documentElement.dataset['build'] ?? null
}
