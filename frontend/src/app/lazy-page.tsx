import { type ComponentType, lazy, type ReactNode, useState } from 'react'
import { localeOf } from '../shared/i18n/locale'
import { loadMessages } from '../shared/i18n/messages'
import { loading } from '../shared/ui/loading-bar'

/** A page in a chunk of its own. */
export interface LazyPage<Props> {
  (props: Props): ReactNode
  /** Loads the chunk ahead of the page; rejects as the import does. Whoever asks again gets the same answer. */
  readonly load: () => Promise<void>
}

/** A page whose code and messages come when they are wanted; the bar at the top tells of their coming. */
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
  const Deferred = lazy(load)
  function Page(props: Props) {
    // What is here already is shown at once: React holds a lazy component back for 300 ms after an empty frame. Which
    // of the two it is must not change while the page stands, because it would lose its state.
    const [Component] = useState<ComponentType<Props>>(() => loaded ?? Deferred)
    return <Component {...props} />
  }
  return Object.assign(Page, {
    load: async () => {
      await load()
    },
  })
}
