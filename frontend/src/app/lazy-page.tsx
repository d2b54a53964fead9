import { type ComponentType, lazy, type ReactNode, useState } from 'react'
import { localeOf } from '../shared/i18n/locale'
import { loadMessages } from '../shared/i18n/messages'
import { retryImport } from '../shared/lib/browser/retry-import'
import { loading } from '../shared/ui/loading-bar'

export interface LazyPage<Props> {
  (props: Props): ReactNode
  /** Loads the chunk in advance; rejects if the import fails. */
  readonly load: () => Promise<void>
}

/**
 * Creates a component whose code and messages load on demand. The loading bar shows the progress.
 *
 * @param part the message file, as in build/plugins/split-messages.ts.
 */
export function lazyPage<Props extends object>(
  part: string,
  importPage: () => Promise<ComponentType<Props>>,
): LazyPage<Props> {
  let loaded: ComponentType<Props> | null = null
  const load = async () => {
    if (loaded === null) {
      const words = loadMessages(part, localeOf(location.pathname))
      const [page] = await loading.track(Promise.all([importPage(), words]))
      loaded = page
    }
    return { default: loaded }
  }
  const Deferred = lazy(() => retryImport(load))
  function Page(props: Props) {
    // `React.lazy` delays a loaded component by 300 ms and renders an empty frame. The choice is state, because a
    // change would remount the page.
    const [Component] = useState<ComponentType<Props>>(() => loaded ?? Deferred)
    return <Component {...props} />
  }
  return Object.assign(Page, {
    load: async () => {
      await load()
    },
  })
}
