import { useEffect, useMemo, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import type { ShownRecipe } from '../../../shared/api/recipes/shown-recipes'
import { type DemoPage, loadDemoPages } from '../api/demo'

export interface DemoKitchenProps {
  /** Larger on the empty list. */
  prominent: boolean
  recipes: readonly ShownRecipe[]
  onPick: (url: string) => void
}

/** Sample pages to import, if the demo kitchen is served. */
export function DemoKitchen({ prominent, recipes, onPick }: DemoKitchenProps) {
  const [pages, setPages] = useState<DemoPage[]>([])
  useEffect(() => {
    let wanted = true
    void loadDemoPages().then((loaded) => {
      if (wanted) setPages(loaded)
    })
    return () => {
      wanted = false
    }
  }, [])

  const left = useMemo(() => {
    const taken = new Set(recipes.map(({ card }) => card.url))
    return pages.filter((page) => !taken.has(urlOf(page)))
  }, [pages, recipes])
  if (left.length === 0) return null
  const list = (
    <ul
      className={`grid grid-cols-1 gap-2.5 min-[22rem]:grid-cols-2 sm:flex sm:flex-wrap ${prominent ? 'sm:justify-center' : ''}`}
    >
      {left.map((page) => (
        <li key={page.path}>
          <button
            type="button"
            data-demo={page.path}
            onClick={() => onPick(urlOf(page))}
            className="flex size-full min-h-11 flex-col items-start justify-center rounded-2xl border border-line bg-surface px-4 py-2 text-left shadow-card transition-colors hover:border-accent"
          >
            <span lang={page.language} className="font-semibold">
              {page.title}
            </span>
            {page.note !== null && <span className="text-sm text-muted">{page.note}</span>}
          </button>
        </li>
      ))}
    </ul>
  )

  if (!prominent) {
    return (
      <details className="border-t border-line pt-4">
        <summary className="w-fit rounded py-2 font-semibold text-muted hover:text-ink">
          <FormattedMessage id="demo.more" defaultMessage="Try one of ours" />
        </summary>
        <div className="pt-3">{list}</div>
      </details>
    )
  }
  return (
    <section className="flex flex-col gap-4 pt-4 text-center">
      <h2 className="text-xl font-semibold">
        <FormattedMessage id="demo.title" defaultMessage="No link handy? Try one of ours" />
      </h2>
      {list}
    </section>
  )
}

function urlOf(page: DemoPage): string {
  return new URL(page.path, location.origin).href
}
