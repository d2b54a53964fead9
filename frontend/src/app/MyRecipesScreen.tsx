import { useEffect } from 'react'
import { useAppConfig } from '../api/app-config'
import { GuestOffer } from '../features/account/GuestOffer'
import { MyRecipesPage } from '../features/my-recipes/MyRecipesPage'
import { lazyPage } from './lazy-page'

const SelectionBar = lazyPage(
  'selection',
  async () => (await import('../features/my-recipes/SelectionBar')).SelectionBar,
)

/** By then the rows stand, and nothing else is urgent. */
const AHEAD_AFTER_MS = 1500

/** The list, and below it what a guest is offered. The demo kitchen is closed until the configuration says otherwise. */
export function MyRecipesScreen() {
  const demo = useAppConfig()?.demo ?? false
  useEffect(fetchSelectionAhead, [])
  return (
    <>
      <MyRecipesPage demo={demo} SelectionBar={SelectionBar} />
      <GuestOffer />
    </>
  )
}

/** Whoever selects without a network finds what belongs to it. */
function fetchSelectionAhead(): () => void {
  const timer = setTimeout(() => {
    // A failed fetch counts as a sign of a new build and loads the page anew: nothing to risk without a network.
    if (navigator.onLine) SelectionBar.load().catch(() => undefined)
  }, AHEAD_AFTER_MS)
  return () => clearTimeout(timer)
}
