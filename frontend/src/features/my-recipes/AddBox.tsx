import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useRecipeStore } from '../../api/RecipesProvider'
import type { ShownRecipe } from '../../api/recipe-store'
import { findSamePage } from '../../lib/same-page'
import { HaveAlready } from './HaveAlready'
import { UrlBox } from './UrlBox'

/** How long an import waits for the rest of the list, which may hold the same page already. */
const WAIT_FOR_LIST_MS = 800

interface AddBoxProps {
  /** On the empty list there is room for large things. */
  roomy: boolean
  /** Something new is on its way, so the list should show it. */
  onImport: (url: string) => void
}

/** The box that imports; it asks first when the page is in the list already. */
export function AddBox({ roomy, onImport }: AddBoxProps) {
  const store = useRecipeStore()
  const handedOn = useHandedOn()
  const [same, setSame] = useState<{ url: string; recipe: ShownRecipe } | null>(null)

  const findSame = (url: string) => findSamePage(url, store.getSnapshot().recipes, ({ card }) => card)
  const submit = async (url: string) => {
    setSame(null)
    let recipe = findSame(url)
    if (recipe === null && !store.getSnapshot().whole) {
      await store.untilWhole(WAIT_FOR_LIST_MS)
      recipe = findSame(url)
    }
    if (recipe === null) onImport(url)
    else setSame({ url, recipe })
  }

  return (
    <div className="flex w-full max-w-3xl flex-col gap-3">
      <UrlBox key={handedOn} roomy={roomy} initial={handedOn} onSubmit={(url) => void submit(url)} />
      {same !== null && (
        <HaveAlready
          recipe={same.recipe}
          onImport={() => {
            setSame(null)
            onImport(same.url)
          }}
          onClose={() => setSame(null)}
        />
      )}
    </div>
  )
}

/** The address in ?add=, by which other pages hand one on. It is only put into the box: a link must not import anything. */
function useHandedOn(): string {
  const [params, setParams] = useSearchParams()
  const [text, setText] = useState('')
  const added = params.get('add')
  useEffect(() => {
    if (added === null) return
    setText(added)
    setParams(
      (now) => {
        const rest = new URLSearchParams(now)
        rest.delete('add')
        return rest
      },
      { replace: true },
    )
  }, [added, setParams])
  return text
}
