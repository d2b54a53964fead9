import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { retryImport } from '../lib/browser/retry-import'

/** `React.lazy` for a component whose import is tried again when it fails. */
export function lazyComponent<Props>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(() => retryImport(async () => ({ default: await load() })))
}
