import { Component } from 'react'
import { type NavigationType, useLocation, useNavigationType } from 'react-router'
import { ScrollMemory, scrollBackTo } from './scroll-memory'

const memory = new ScrollMemory()

/** Scrolls a new page to the top. Going back and reloading restore the position once the page is tall enough. */
export function ScrollRestoration() {
  const { key, pathname } = useLocation()
  const how = useNavigationType()
  return <Restoration entry={`${key} ${pathname}`} pathname={pathname} how={how} />
}

interface RestorationProps {
  entry: string
  pathname: string
  how: NavigationType
}

/** A class component, because hooks have no counterpart of `getSnapshotBeforeUpdate`. */
class Restoration extends Component<RestorationProps> {
  /** The entry that the document shows. The props may belong to a page that is not committed yet. */
  #shown = this.props.entry
  #stopScrolling: (() => void) | undefined

  readonly #onScroll = () => memory.note(this.#shown, scrollY)
  readonly #onLeave = () => {
    this.#onScroll()
    memory.save()
  }

  override componentDidMount(): void {
    history.scrollRestoration = 'manual'
    addEventListener('scroll', this.#onScroll, { passive: true })
    addEventListener('pagehide', this.#onLeave)
    if (this.props.how === 'POP' && cameBack()) this.#scrollBack()
  }

  /** Stores the position now: the last scroll event may be pending, and a shorter page would change the position. */
  override getSnapshotBeforeUpdate(): null {
    if (this.props.entry !== this.#shown) this.#onScroll()
    return null
  }

  override componentDidUpdate(before: RestorationProps): void {
    const { entry, pathname, how } = this.props
    if (entry === this.#shown) return
    this.#stopScrolling?.()
    this.#shown = entry
    if (how === 'POP') this.#scrollBack()
    else if (pathname !== before.pathname) scrollTo(0, 0)
  }

  override componentWillUnmount(): void {
    this.#stopScrolling?.()
    removeEventListener('scroll', this.#onScroll)
    removeEventListener('pagehide', this.#onLeave)
  }

  #scrollBack(): void {
    this.#stopScrolling = scrollBackTo(memory.of(this.#shown))
  }

  override render(): null {
    return null
  }
}

/** Whether this document was reloaded or reached by back or forward. */
function cameBack(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return navigation?.type === 'reload' || navigation?.type === 'back_forward'
}
