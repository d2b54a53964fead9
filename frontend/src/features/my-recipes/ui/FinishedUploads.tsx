import { type ComponentType, Suspense, useEffect, useRef, useState } from 'react'
import type { ShownRecipe } from '../../../shared/api/recipes/shown-recipes'
import type { RecipeCard } from '../../../shared/lib/recipe/recipe'
import type { SummaryPanelProps } from './upload/SummaryPanel'

/** Summaries of uploads with several recipes that finished while the page is open. */
export function FinishedUploads({
  recipes,
  SummaryPanel,
}: {
  recipes: readonly ShownRecipe[]
  SummaryPanel: ComponentType<SummaryPanelProps>
}) {
  /** Ids pending at the last render. */
  const before = useRef<ReadonlySet<string>>(new Set())
  const [finished, setFinished] = useState<readonly RecipeCard[]>([])

  useEffect(() => {
    const pending = new Set<string>()
    const news: RecipeCard[] = []
    for (const { card } of recipes) {
      if (card.status === 'PENDING') pending.add(card.id)
      else if (card.importSummary !== null && before.current.has(card.id)) news.push(card)
    }
    before.current = pending
    if (news.length > 0) setFinished((shown) => [...shown, ...news])
  }, [recipes])

  if (finished.length === 0) return null
  return (
    <Suspense>
      {finished.map((card) => (
        <SummaryPanel
          key={card.id}
          card={card}
          onClose={() => setFinished((shown) => shown.filter(({ id }) => id !== card.id))}
        />
      ))}
    </Suspense>
  )
}
