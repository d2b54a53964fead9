import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { retried } from '../lib/browser/retried'

/** `React.lazy` for a component whose import is tried again when it fails. */
export function lazyComponent<Props>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(() => retried(async () => ({ default: await load() })))
}
