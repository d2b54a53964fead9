import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { IntlProvider } from 'react-intl'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router'
import { describe, expect, it } from 'vitest'
import { SOURCE_PAGES } from '../../../../contract/operations'
import { RecipeApiProvider } from '../../../../shared/api/recipes/RecipeApiProvider'
import { RecipeApi } from '../../../../shared/api/recipes/recipe-api'
import { ScriptedBackend } from '../../../../shared/api/test-support'
import { type Origins, readOrigins } from '../../../../shared/lib/recipe/origins'
import type { Ingredient } from '../../../../shared/lib/recipe/recipe'
import { aRecipe } from '../../../../shared/lib/test-support'
import { CompareDialog } from './CompareDialog'

function line(text: string, fields: Partial<Ingredient> = {}): Ingredient {
  return { name: text, quantity: '', unit: '', note: null, text, group: null, stepMapping: [], doubt: null, ...fields }
}

const recipe = aRecipe({
  ingredients: [
    line('200 g flour', { group: 'Dough' }),
    line('2 eggs', { doubt: 'GUESSED' }),
    line('1 pinch of magic'),
    line('salt', { doubt: 'PARTS' }),
  ],
  instructions: ['Mix.', 'Bake.'],
})
const place = (page: number, top: number) => ({ page, left: 1_000, top, right: 5_000, bottom: top + 300 })
const extraction = {
  content: {
    ingredients: [{ text: '200 g flour' }, { text: '2 eggs' }, { text: 'salt' }],
    instructions: ['Mix.', 'Bake.'],
  },
  provenance: [
    { field: 'ingredients', index: 0, reader: 'text', path: '', confidence: 90, place: place(0, 1_000) },
    { field: 'ingredients', index: 1, reader: 'text', path: '', confidence: 60, place: place(0, 2_000) },
    { field: 'ingredients', index: 2, reader: 'text', path: '', confidence: 60, place: place(1, 1_000) },
    { field: 'instructions', index: 0, reader: 'text', path: '', confidence: 90, place: place(1, 4_000) },
    {
      field: 'instructions',
      index: 1,
      reader: 'text',
      path: '',
      confidence: 90,
      place: { ...place(1, 5_000), right: 1 },
    },
  ],
}

function Here() {
  const { pathname, hash } = useLocation()
  return <p>{`${pathname}${hash}`}</p>
}

async function open(origins: Origins | null = readOrigins(JSON.stringify(extraction))) {
  const backend = new ScriptedBackend()
  let asked = 0
  backend.answer(SOURCE_PAGES, () => {
    asked += 1
    return {
      sourcePages: [1, 0].map((page) => ({
        page,
        url: `https://pages.example/${page}?${asked}`,
        width: 800,
        height: 1200,
      })),
    }
  })
  await act(async () =>
    render(
      <IntlProvider locale="en">
        <RecipeApiProvider api={new RecipeApi(backend)}>
          <MemoryRouter initialEntries={['/recipes/1']}>
            <Routes>
              <Route
                path="/recipes/1"
                element={
                  <CompareDialog
                    recipe={recipe}
                    origins={{ origins, phase: 'done', problem: null, ask: () => undefined }}
                    onClose={() => undefined}
                  />
                }
              />
              <Route path="*" element={<Here />} />
            </Routes>
          </MemoryRouter>
        </RecipeApiProvider>
      </IntlProvider>,
    ),
  )
  return backend
}

const button = (name: RegExp | string) => screen.getByRole('button', { name })
const click = (name: RegExp | string) => act(async () => button(name).click())
const image = () => screen.getByRole('img', { name: /^Original page \d/ })
const marked = () =>
  Array.from(
    document.querySelectorAll('[data-marked]'),
    (node) => node.getAttribute('data-line') ?? node.getAttribute('data-box'),
  )

describe('the comparison with source pages', () => {
  it('has a box for each line with a place, and no other', async () => {
    await open()
    expect(image()).toHaveAttribute('src', 'https://pages.example/0?1')
    const boxes = () => Array.from(document.querySelectorAll('[data-box]'), (box) => box.getAttribute('data-box'))
    expect(boxes()).toEqual(['ingredient-1', 'ingredient-2'])
    const box = document.querySelector<HTMLElement>('[data-box="ingredient-2"]')
    expect(box?.style).toMatchObject({ left: '10%', top: '20%', width: '40%', height: '3%' })
    await click('Next page')
    // The second step and a line written by the user have no place.
    expect(boxes()).toEqual(['ingredient-4', 'step-1'])
  })

  it('highlights the box of a hovered line, and the line of a hovered box', async () => {
    await open()
    await act(async () => button(/^2 eggs/).focus())
    expect(marked()).toEqual(['ingredient-2', 'ingredient-2'])
    await act(async () => button('On the page: 200 g flour').focus())
    expect(marked()).toEqual(['ingredient-1', 'ingredient-1'])
  })

  it('shows the crop of a line on request', async () => {
    await open()
    expect(screen.queryByRole('img', { name: /^Photo excerpt/ })).toBeNull()
    await click('200 g flour')
    const crop = screen.getByRole('img', { name: 'Photo excerpt: 200 g flour' })
    // The place with a margin: 41.2% of the page's width, 4.2% of its height.
    expect(Number.parseFloat(crop.style.width)).toBeCloseTo(10_000 / 41.2, 1)
    expect(Number.parseFloat(crop.style.top)).toBeCloseTo((-9.4 / 4.2) * 100, 1)
    await click('1 pinch of magic')
    expect(screen.getByText('This line isn’t marked on the pages.')).toBeVisible()
  })

  it('turns to the page of the chosen line', async () => {
    await open()
    await click(/^salt/)
    expect(image()).toHaveAttribute('src', 'https://pages.example/1?1')
    expect(screen.getByText('Page 2 of 2')).toBeVisible()
  })

  it('steps through doubtful lines, wrapping around', async () => {
    await open()
    const next = () => click('Next of 2 uncertain lines')
    const opened = () => document.querySelector('li:has([aria-expanded="true"])')?.getAttribute('data-line')
    await next()
    expect(opened()).toBe('ingredient-2')
    await next()
    expect(opened()).toBe('ingredient-4')
    await next()
    expect(opened()).toBe('ingredient-2')
  })

  it('links to the row of the edit form', async () => {
    await open()
    await click('Mix.')
    await act(async () => screen.getByRole('link', { name: 'Edit this line' }).click())
    expect(screen.getByText(`/recipes/${recipe.id}/edit#step-1`)).toBeVisible()
  })

  it('renews expired addresses, up to a limit', async () => {
    const backend = await open()
    await act(async () => fireEvent.error(image()))
    expect(image()).toHaveAttribute('src', 'https://pages.example/0?2')
    await act(async () => fireEvent.load(image()))
    for (let times = 0; times < 3; times += 1) await act(async () => fireEvent.error(image()))
    expect(backend.countOf(SOURCE_PAGES)).toBe(5)
    expect(screen.queryByRole('alert')).toBeNull()
    await act(async () => fireEvent.error(image()))
    expect(backend.countOf(SOURCE_PAGES)).toBe(5)
    expect(screen.getByRole('alert')).toBeVisible()
    await act(async () => within(screen.getByRole('alert')).getByRole('button', { name: 'Try again' }).click())
    expect(backend.countOf(SOURCE_PAGES)).toBe(6)
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('lists lines without places too', async () => {
    await open(null)
    expect(button('200 g flour')).toBeVisible()
    expect(document.querySelectorAll('[data-box]')).toHaveLength(0)
  })
})
