import { Component } from 'react'
import { type NavigationType, useLocation, useNavigationType } from 'react-router'
import { ScrollMemory, scrollBackTo } from './scroll-memory'

const memory = new ScrollMemory()

/**
 * A new page begins at its top; on the way back, and after a reload, a page stands where it was left, as soon as it is
 * tall enough again.
 */
export function ScrollRestoration() {
  const { key, pathname } = useLocation()
  const how = useNavigationType()
  return <Restoration entry={`${key} ${pathname}`} pathname={pathname} how={how} />
}

interface RestorationProps {
  /** The entry of the history that is shown. */
  entry: string
  pathname: string
  how: NavigationType
}

/** A class, as only these are asked after the next page is rendered and before it stands in the document. */
class Restoration extends Component<RestorationProps> {
  /** The entry in the document; the properties may be those of a page that is still on its way. */
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

  /** The event of the last scroll may still be on its way, and a shorter page moves the window. */
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

/** Whether this document was reloaded or found again in the history, rather than asked for anew. */
function cameBack(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return navigation?.type === 'reload' || navigation?.type === 'back_forward'
}
