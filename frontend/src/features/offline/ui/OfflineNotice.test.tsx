import { act, render, screen } from '@testing-library/react'
import { IntlProvider } from 'react-intl'
import { afterEach, expect, it, vi } from 'vitest'
import { RecipesProvider } from '../../../shared/api/recipes/RecipesProvider'
import { RecipeStore } from '../../../shared/api/recipes/recipe-store'
import { ScriptedBackend } from '../../../shared/api/test-support'
import { aCard } from '../../../shared/lib/test-support'
import { keptProblem } from '../model/kept'
import { OfflineNotice } from './OfflineNotice'

const DAY = 24 * 3_600_000
const KEPT_AT = Date.parse('2026-11-14T10:00:00Z')

let store: RecipeStore | undefined
afterEach(() => store?.stop())

/** The notice some days after the last sync; null if nothing was stored. */
async function said(daysAfter: number | null): Promise<HTMLElement> {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const backend = new ScriptedBackend()
  backend.offline = true
  const list = daysAfter === null ? null : { keptAt: KEPT_AT, cards: [aCard()] }
  store = new RecipeStore(backend, { loadKept: async () => ({ list: async () => list, recipe: async () => null }) })
  await act(async () => {
    render(
      <IntlProvider locale="en" onError={() => undefined}>
        <RecipesProvider store={store as RecipeStore}>
          <OfflineNotice now={() => KEPT_AT + (daysAfter ?? 0) * DAY} />
        </RecipesProvider>
      </IntlProvider>,
    )
  })
  return screen.findByText(daysAfter === null ? /No recipes are saved/ : /Showing your recipes as of November 14, 2026/)
}

it('shows the age of the list, and that imports are sent later', async () => {
  await said(1)
  expect(screen.getByText(/New recipes are saved on this device/)).toBeVisible()
  expect(screen.queryByText(/over a week ago/)).toBeNull()
  expect(screen.queryByText(/out of space/)).toBeNull()
})

it('gives advice after a week', async () => {
  expect(await said(8)).toHaveTextContent('Go online soon')
})

it('says that nothing is available after storage was cleared', async () => {
  expect(await said(null)).toHaveTextContent('they’ll appear when you’re online')
  expect(screen.queryByText(/New recipes are saved/)).toBeNull()
})

it('reports a full disk', async () => {
  keptProblem().write('full')
  await said(1)
  expect(screen.getByText(/This device is out of space/)).toBeVisible()
})
