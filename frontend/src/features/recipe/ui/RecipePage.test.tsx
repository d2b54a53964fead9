import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { IntlProvider } from 'react-intl'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, describe, expect, it } from 'vitest'
import { GET_EXTRACTION, GET_RECIPE, UPDATE_RECIPE } from '../../../contract/operations'
import { RecipeApiProvider } from '../../../shared/api/recipes/RecipeApiProvider'
import { RecipesProvider } from '../../../shared/api/recipes/RecipesProvider'
import { RecipeApi } from '../../../shared/api/recipes/recipe-api'
import { RecipeStore } from '../../../shared/api/recipes/recipe-store'
import { ScriptedBackend } from '../../../shared/api/test-support'
import { Problem } from '../../../shared/lib/errors'
import type { Doubt, Ingredient, Recipe } from '../../../shared/lib/recipe/recipe'
import { aCard } from '../../../shared/lib/test-support'
import { groupsOf } from './Ingredients'
import { RecipePage } from './RecipePage'

const line = (text: string, group: string | null = null, fields: Partial<Ingredient> = {}): Ingredient => ({
  name: text,
  quantity: '',
  unit: '',
  note: null,
  text,
  group,
  stepMapping: [],
  doubt: null,
  ...fields,
})
const recipe: Recipe = {
  mine: true,
  id: aCard().id,
  title: 'Soupe aux lentilles',
  description: 'Simple.',
  author: 'Léa Martin',
  ingredients: [
    line('200 g lentilles', 'Pour la soupe', { name: 'lentilles', quantity: '200', unit: 'g' }),
    line('persil', 'Pour servir'),
  ],
  instructions: ['Rincer.', 'Cuire.'],
  stepHeadings: [],
  recipeLinks: [],
  url: 'https://www.example.com/soupe',
  part: null,
  otherRecipes: [],
  prep_time: 10,
  cook_time: 35,
  total_time: 45,
  servings: 4,
  yield: '4 portions',
  imageUrl: null,
  status: 'SUCCESS',
  stage: null,
  language: 'fr',
  tags: [{ name: 'Dîner' }],
  nutritionalInformation: {
    status: 'SUCCESS',
    source: 'PAGE',
    calories: '320 kcal',
    fat: '4 g',
    carbs: null,
    protein: '18 g',
    lines: [],
  },
  errorCode: null,
  notes: null,
  favourite: false,
  rating: null,
  collections: [],
  madeOn: [],
  pictureSubmissionUUID: null,
  fileSubmissionUUID: null,
  sourceName: null,
  importSummary: null,
  credit: null,
  warnings: [],
  version: 1,
}

const Offer = ({ recipe: { id } }: { recipe: Recipe }) => <button type="button">Offer for {id}</button>

let store: RecipeStore | undefined
afterEach(() => store?.stop())

async function open(answer: () => { getRecipe: Recipe | null }, query = '') {
  const backend = new ScriptedBackend()
  backend.answer(GET_RECIPE, answer)
  store = new RecipeStore(backend)
  const page = (
    <IntlProvider locale="en" onError={() => undefined}>
      <RecipesProvider store={store}>
        <RecipeApiProvider api={new RecipeApi(backend)}>
          <MemoryRouter initialEntries={[`/recipes/${recipe.id}${query}`]}>
            <Routes>
              <Route
                path="/recipes/:id"
                element={<RecipePage Assist={() => null} Offer={Offer} Proposals={() => null} />}
              />
            </Routes>
          </MemoryRouter>
        </RecipeApiProvider>
      </RecipesProvider>
    </IntlProvider>
  )
  const { container } = await act(async () => render(page))
  return { backend, container }
}

it('shows a general failure if the server gives no reason', async () => {
  const { backend } = await open(() => {
    throw new Problem('UNKNOWN')
  })
  expect(screen.getByText('Error getting recipe')).toBeVisible()
  backend.answer(GET_RECIPE, () => ({ getRecipe: recipe }))
  await act(async () => screen.getByRole('button', { name: 'Try again' }).click())
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Soupe aux lentilles')
})

it('drops the recipe when another person signs in, and fetches it again', async () => {
  const { backend } = await open(() => ({ getRecipe: { ...recipe, notes: 'More salt, says grandmother' } }))
  expect(screen.getByText('More salt, says grandmother')).toBeVisible()
  backend.answer(GET_RECIPE, () => {
    throw new Problem('UNAUTHORIZED')
  })
  await act(async () => store?.restart('other'))
  expect(screen.queryByText('More salt, says grandmother')).toBeNull()
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Recipe not found')
})

it('shows the whole recipe, marked with its language', async () => {
  const { container } = await open(() => ({ getRecipe: recipe }))
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Soupe aux lentilles')
  expect(screen.getByRole('heading', { level: 1 })).toHaveAttribute('lang', 'fr')
  expect(document.title).toBe('Soupe aux lentilles – Zest')
  expect(screen.getByText('By Léa Martin')).toBeVisible()
  const source = screen.getByRole('link', { name: /example\.com/ })
  expect(source).toHaveAttribute('href', 'https://www.example.com/soupe')
  expect(source).toHaveAttribute('rel', 'noopener noreferrer')
  expect(screen.getByRole('checkbox', { name: '200 g lentilles' })).not.toBeChecked()
  expect(screen.getByRole('heading', { name: 'Pour servir' })).toBeVisible()
  const steps = screen.getByRole('region', { name: 'Steps' })
  expect(within(steps).getAllByRole('listitem')).toHaveLength(2)
  expect(container.querySelector('[data-fact=total_time]')).toHaveTextContent('45 min')
  // The yield is hidden if it only repeats the servings.
  expect(container.querySelector('[data-fact=yield]')).toBeNull()
  const nutrition = screen.getByRole('region', { name: 'Nutrition per serving' })
  expect(nutrition).toHaveTextContent('Calories320 kcalFat4 gProtein18 g')
})

it('hides a missing author', async () => {
  await open(() => ({ getRecipe: { ...recipe, author: null } }))
  expect(screen.getByRole('link', { name: /example\.com/ })).toBeVisible()
  expect(screen.queryByText(/^By/)).toBeNull()
})

it.each([
  ['PENDING', /calculating/i],
  ['FAILED', /no nutrition facts/i],
] as const)('nutrition that is %s says so', async (status, words) => {
  await open(() => ({
    getRecipe: {
      ...recipe,
      nutritionalInformation: {
        status,
        source: null,
        calories: null,
        fat: null,
        carbs: null,
        protein: null,
        lines: [],
      },
    },
  }))
  expect(screen.getByRole('region', { name: 'Nutrition per serving' })).toHaveTextContent(words)
})

it('calculated nutrition is marked as an estimate, the page’s own is not', async () => {
  const computed = { ...recipe.nutritionalInformation, source: 'COMPUTED' } as const
  await open(() => ({ getRecipe: { ...recipe, nutritionalInformation: computed } }))
  expect(screen.getByRole('region', { name: 'Nutrition per serving' })).toHaveTextContent(/estimated/i)
  cleanup()
  await open(() => ({ getRecipe: { ...recipe, servings: null, nutritionalInformation: computed } }))
  expect(screen.getByRole('region', { name: 'Nutrition per piece' })).toBeVisible()
  cleanup()
  await open(() => ({ getRecipe: recipe }))
  expect(screen.getByRole('region', { name: 'Nutrition per serving' })).not.toHaveTextContent(/estimated/i)
})

describe('a line', () => {
  const doubtful = line('2 œufs', null, { doubt: 'MENDED' })
  const withLines = (...ingredients: Ingredient[]) => ({ getRecipe: { ...recipe, ingredients } })

  it('with a doubt has a mark that explains it, also to screen readers', async () => {
    await open(() => withLines(doubtful, line('sel')))
    const reason = /^Part of this line was missing/
    const mark = screen.getByRole('button', { name: 'Check this: “2 œufs”' })
    expect(screen.getByText(reason)).not.toBeVisible()
    expect(mark.dataset['tooltip']).toMatch(reason)
    await act(async () => mark.click())
    expect(screen.getAllByText(reason).at(-1)).toBeVisible()
    expect(screen.getByRole('checkbox', { name: '2 œufs' })).toHaveAccessibleDescription(reason)
    expect(screen.getByRole('checkbox', { name: 'sel' })).not.toHaveAccessibleDescription()
  })

  it('of another owner shows its doubt, but no origin', async () => {
    await open(() => ({ getRecipe: { ...recipe, ingredients: [doubtful], mine: false, warnings: null } }))
    await act(async () => screen.getByRole('button', { name: 'Check this: “2 œufs”' }).click())
    expect(screen.getAllByText(/^Part of this line was missing/).at(-1)).toBeVisible()
    expect(screen.queryByRole('button', { name: /from\?/ })).toBeNull()
    expect(screen.queryByText('Loading…')).toBeNull()
    expect(screen.queryByText('Where did this come from?')).toBeNull()
  })

  it('with an unknown doubt is shown normally', async () => {
    const strange = line('sel', null, { doubt: 'HAUNTED' as Doubt })
    await open(() => withLines(strange))
    expect(screen.getByRole('checkbox', { name: 'sel' })).not.toHaveAccessibleDescription()
  })

  it('separates amount and note, and keeps the text', async () => {
    const { container } = await open(() =>
      withLines(line('2 œufs (frais), battus', null, { quantity: '2', name: 'œufs (frais)', note: 'battus' })),
    )
    expect(screen.getByRole('checkbox')).toHaveAccessibleName('2 œufs (frais), battus')
    expect(container.querySelector('li .font-semibold.tabular-nums')).toHaveTextContent(/^2$/)
  })
})

it('hovering an ingredient highlights the steps that use it', async () => {
  const used = line('sel', null, { stepMapping: [1] })
  const { container } = await open(() => ({ getRecipe: { ...recipe, ingredients: [used] } }))
  const marked = () => Array.from(container.querySelectorAll('[data-used]'), (step) => step.textContent)
  expect(marked()).toEqual([])
  await act(async () => screen.getByRole('checkbox').focus())
  expect(marked()).toEqual(['2Cuire.sel'])
  await act(async () => screen.getByRole('checkbox').blur())
  expect(marked()).toEqual([])
})

describe('the origin', () => {
  const extraction = {
    content: { ingredients: [{ text: '2 œufs' }, { text: 'sel' }] },
    provenance: [
      { field: 'title', reader: 'page', path: 'h1', confidence: 100 },
      { field: 'ingredients', reader: 'jsonLd', path: 'script[1]', confidence: 100 },
      { field: 'ingredients', index: 0, reader: 'visible', path: 'ul[2]/li[1]', confidence: 80, insteadOf: 'œufs' },
    ],
  }
  const lines = [line('2 œufs', null, { doubt: 'MENDED' }), line('sel'), line('poivre')]
  async function openWith(externalApiJson: () => string | null) {
    const { backend } = await open(() => ({ getRecipe: { ...recipe, ingredients: lines } }))
    backend.answer(GET_EXTRACTION, () => ({ getRecipe: { externalApiJson: externalApiJson() } }))
    return backend
  }
  const click = (name: RegExp) => act(async () => screen.getByRole('button', { name }).click())

  it('is fetched on demand, once', async () => {
    const backend = await openWith(() => JSON.stringify(extraction))
    expect(backend.countOf(GET_EXTRACTION)).toBe(0)
    await click(/2 œufs/)
    expect(screen.getByText(/from its headings and lists/)).toBeVisible()
    expect(screen.getByText('ul[2]/li[1]')).toBeVisible()
    expect(screen.getByText('Fairly sure (80%)')).toBeVisible()
    expect(screen.getByText('œufs')).toHaveAttribute('lang', 'fr')
    await click(/“sel”/)
    expect(screen.getByText('script[1]')).toBeVisible()
    await click(/poivre/)
    expect(screen.getByText(/You wrote this line/)).toBeVisible()
    expect(backend.countOf(GET_EXTRACTION)).toBe(1)
    await click(/“sel”/)
    expect(screen.queryByText('script[1]')).toBeNull()
  })

  it('is shown for fields too', async () => {
    await openWith(() => JSON.stringify(extraction))
    const disclosure = screen.getByText('Where did this come from?')
    await act(async () => disclosure.click())
    const ofPage = (await screen.findByText(/Page title and preview data/)).closest('section')
    expect(ofPage).toHaveTextContent(/Titleh1$/)
    expect(document.querySelector('[data-reader=jsonLd]')).toHaveTextContent(
      /Ingredientsscript\[1\]1 line came from somewhere else$/,
    )
    expect(document.querySelector('[data-origin=servings]')).toBeNull()
  })

  it('reports that it was not kept', async () => {
    await openWith(() => null)
    await click(/2 œufs/)
    expect(screen.getByText(/don’t know where/)).toBeVisible()
  })

  it('can be fetched again after a failure', async () => {
    let offline = true
    const backend = await openWith(() => {
      if (offline) throw new Problem('OFFLINE')
      return JSON.stringify(extraction)
    })
    await click(/2 œufs/)
    expect(screen.getByRole('alert')).toHaveTextContent(/Couldn’t load/)
    offline = false
    await click(/2 œufs/)
    expect(backend.countOf(GET_EXTRACTION), 'closing asks for nothing').toBe(1)
    await click(/2 œufs/)
    expect(screen.getByText('ul[2]/li[1]')).toBeVisible()
  })
})

describe('warnings', () => {
  it('are sentences above the steps, with a link to the original', async () => {
    await open(() => ({ getRecipe: { ...recipe, instructions: [], warnings: ['INSTRUCTIONS_MISSING', 'X', 'Y'] } }))
    const notice = screen.getByRole('region', { name: 'About this import' })
    expect(within(notice).getByText(/found no steps/)).toBeVisible()
    expect(within(notice).getAllByText(/couldn’t read part of the page/)).toHaveLength(1)
    expect(within(notice).getByRole('link')).toHaveAttribute('href', 'https://www.example.com/soupe')
    expect(screen.queryByRole('region', { name: 'Steps' })).toBeNull()
  })

  it.each([[[]], [null]])('%j are no notice', async (warnings) => {
    await open(() => ({ getRecipe: { ...recipe, warnings } }))
    expect(screen.queryByRole('region', { name: 'About this import' })).toBeNull()
  })
})

it('a pending recipe shows its stage, a failed one its reason', async () => {
  await open(() => ({ getRecipe: { ...recipe, title: null, status: 'PENDING', stage: 'EXTRACTING' } }))
  expect(screen.getByText('Reading the recipe…')).toBeVisible()
  expect(screen.queryByRole('heading', { name: 'Steps' })).toBeNull()
})

it('a failed recipe shows its reason and a next action', async () => {
  await open(() => ({ getRecipe: { ...recipe, title: null, status: 'FAILED', errorCode: 'NOT_A_RECIPE' } }))
  expect(screen.getByText(/found no recipe on this page/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible()
  expect(screen.getByRole('button', { name: `Offer for ${recipe.id}` })).toBeVisible()
})

it('a recipe read by the assistant says so', async () => {
  await open(() => ({ getRecipe: { ...recipe, warnings: ['READ_BY_ASSISTANT'] } }))
  expect(screen.getByText(/^The assistant read this/)).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Offer/ })).toBeNull()
})

it('a failed import of another owner has no actions', async () => {
  const theirs = {
    ...recipe,
    mine: false,
    warnings: null,
    title: null,
    status: 'FAILED',
    errorCode: 'NOT_A_RECIPE',
  } as const
  await open(() => ({ getRecipe: theirs }))
  expect(screen.getByText(/found no recipe on this page/)).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Offer/ })).toBeNull()
})

it.each([
  ['nothing is returned', () => ({ getRecipe: null })],
  [
    'the server says so',
    () => {
      throw new Problem('RECIPE_NOT_FOUND')
    },
  ],
  [
    'it is not the caller’s to see',
    () => {
      throw new Problem('UNAUTHORIZED')
    },
  ],
])('says that there is no such recipe when %s', async (_, answer) => {
  await open(answer)
  expect(screen.getByText(`Recipe with id ${recipe.id} not found`)).toBeVisible()
})

it('is fetched again only for a newer version in the live list', async () => {
  let version = 1
  const { backend } = await open(() => ({ getRecipe: { ...recipe, version, title: `Version ${version}` } }))
  await act(async () => {
    backend.cards = [aCard({ version: 1 })]
    backend.live.onAcknowledged()
  })
  expect(backend.countOf(GET_RECIPE)).toBe(1)
  version = 2
  await act(async () => backend.live.onChange({ id: recipe.id, version: 2, card: aCard({ version: 2 }) }))
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Version 2')
  expect(backend.countOf(GET_RECIPE)).toBe(2)
})

it('ingredients are split where the group changes', () => {
  const groups = groupsOf([line('a', 'x'), line('b', 'x'), line('c'), line('d', 'x')])
  expect(groups.map(({ heading, lines }) => [heading, lines.length])).toEqual([
    ['x', 2],
    [null, 1],
    ['x', 1],
  ])
})

it('steps stand below their headings and are numbered through', async () => {
  const parted = { ...recipe, stepHeadings: [{ step: 1, text: 'Pour finir' }] }
  await open(() => ({ getRecipe: parted }))
  const steps = screen.getByRole('region', { name: 'Steps' })
  expect(within(steps).getByRole('heading', { level: 3 })).toHaveTextContent('Pour finir')
  expect(within(steps).getByRole('heading', { level: 3 })).toHaveAttribute('lang', 'fr')
  expect(Array.from(steps.querySelectorAll('ol'), (list) => list.start)).toEqual([1, 2])
})

describe('scaling', () => {
  it('multiplies lines, steps and yield, and shows the original', async () => {
    const makes = { ...recipe, yield: '24 petits pains', instructions: ['Ajoutez 200 g de lentilles, 20 minutes.'] }
    const { container } = await open(() => ({ getRecipe: makes }), '?servings=6')
    expect(screen.getByRole('checkbox', { name: '300 g lentilles' })).toBeVisible()
    expect(container.querySelector('[data-original="200 g"]')).toHaveAttribute('title', 'Original: 200 g')
    expect(screen.getByRole('region', { name: 'Steps' })).toHaveTextContent('Ajoutez 300 g de lentilles, 20 minutes.')
    expect(container.querySelector('[data-fact=yield]')).toHaveTextContent('36 petits pains')
  })

  it('ignores an invalid parameter', async () => {
    await open(() => ({ getRecipe: recipe }), '?servings=-1&x=1e99')
    expect(screen.getByRole('checkbox', { name: '200 g lentilles' })).toBeVisible()
    expect(screen.getByRole('textbox', { name: 'Servings' })).toHaveValue('4')
  })

  it('offers only factors without servings', async () => {
    await open(() => ({ getRecipe: { ...recipe, servings: null } }), '?x=2')
    expect(screen.queryByRole('textbox', { name: 'Servings' })).toBeNull()
    expect(screen.getByRole('checkbox', { name: '400 g lentilles' })).toBeVisible()
  })
})

it('non-owners can copy, but see neither notes nor edits', async () => {
  await open(() => ({ getRecipe: { ...recipe, mine: false, warnings: null } }))
  expect(screen.getByRole('button', { name: 'Save to my recipes' })).toBeVisible()
  expect(screen.queryByRole('heading', { name: 'My notes' })).toBeNull()
  await act(async () => screen.getByRole('button', { name: 'More' }).click())
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
    'Share',
    'Cook together',
    'Shopping list',
    'Print',
  ])
})

it('a note is stored per keystroke and merged with other changes', async () => {
  const { backend } = await open(() => ({ getRecipe: { ...recipe, version: 7 } }))
  const versions: unknown[] = []
  backend.answer(UPDATE_RECIPE, ({ input }: { input: { version: number; notes: string } }) => {
    versions.push(input.version)
    if (versions.length === 1) throw new Problem('CONFLICT')
    return { updateRecipe: { ...recipe, version: 8, notes: input.notes } }
  })
  await act(async () => screen.getByRole('button', { name: 'Add a note' }).click())
  await act(async () =>
    fireEvent.change(screen.getByRole('textbox', { name: 'My notes' }), { target: { value: 'Sel.' } }),
  )
  expect(localStorage.getItem(`zest.note.${recipe.id}`)).toBe('"Sel."')
  await act(async () => screen.getByRole('button', { name: 'Save' }).click())
  expect(versions).toEqual([7, 7])
  expect(screen.getByText('Sel.')).toBeVisible()
})

it('a note that was changed on another device is kept beside the new one', async () => {
  const { backend } = await open(() => ({ getRecipe: { ...recipe, version: 7 } }))
  await act(async () => screen.getByRole('button', { name: 'Add a note' }).click())
  const box = screen.getByRole('textbox', { name: 'My notes' })
  await act(async () => fireEvent.change(box, { target: { value: 'Less salt.' } }))
  backend.answer(GET_RECIPE, () => ({ getRecipe: { ...recipe, version: 8, notes: 'More lemon.' } }))
  const sent: unknown[] = []
  backend.answer(UPDATE_RECIPE, ({ input }: { input: { notes: string } }) => {
    sent.push(input.notes)
    throw new Problem('CONFLICT')
  })
  await act(async () => screen.getByRole('button', { name: 'Save' }).click())
  expect(sent).toEqual(['Less salt.'])
  expect(box).toHaveValue('Less salt.\n\nMore lemon.')
  expect(screen.getByText(/changed on another device/)).toBeVisible()
})
