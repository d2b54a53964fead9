import { act, cleanup, screen, within } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest'
import { SEND_MESSAGE, STOP_MESSAGE } from '../../../contract/agent-operations'
import { Problem } from '../../../shared/lib/errors'
import { aLine } from '../../../shared/lib/test-support'
import { aMessage, aPart } from '../api/test-support'
import type { WirePart } from '../model/part'
import type { Accepted } from '../model/patch'
import { AssistantPage } from './AssistantPage'
import { ScriptedAssistant, SOUP, VEGAN } from './agent.test.support'
import { Panel } from './Panel'
import { PatchView } from './PatchView'
import { RecipeBar } from './RecipeBar'

// Other test files of this worker have loaded the modules mocked here.
vi.hoisted(() => vi.resetModules())
afterAll(() => {
  vi.resetModules()
})
const { config } = vi.hoisted(() => ({
  config: { agent: 'standIn' as 'standIn' | 'bedrock' | false, credits: true, stage: 'local' },
}))
vi.mock('../../../shared/api/app-config', () => ({ useAppConfig: () => config, appConfig: async () => config }))

let assistant: ScriptedAssistant
beforeEach(() => {
  config.agent = 'standIn'
  assistant = new ScriptedAssistant()
})
afterEach(() => assistant.store.stop())

const ID = 'c'.repeat(32)
const AGAIN = '2126-11-24T00:00:00.000Z'
const bar = () => <RecipeBar recipe={SOUP} Panel={Panel} />
const page = () => (
  <Routes>
    <Route path="/assistant/:id" element={<AssistantPage />} />
  </Routes>
)
const at = () => screen.getByText(/^at /).textContent
const box = () => screen.getByRole('textbox', { name: 'Your message' })
const answer = () => document.querySelector('[data-answer]')
const readOut = () => document.querySelector('[data-said]')?.textContent
const tell = (question: string, fields: Partial<WirePart>) =>
  act(async () => assistant.live.onChange(aPart({ associatedUserMessageId: question, ...fields })))
const text = (delta: number, said: string) => ({
  contentBlockIndex: 0,
  contentBlockDeltaIndex: delta,
  contentBlockText: said,
})
const asked = () => {
  const last = assistant.server.backend.sent.findLast(({ operation }) => operation === SEND_MESSAGE)
  return last?.variables as { id: string; conversationId: string; content: unknown[] }
}

const openMenu = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Adapt this recipe' }))

async function choose(user: UserEvent, name: string) {
  await openMenu(user)
  await user.click(screen.getByRole('menuitem', { name }))
}

async function ask(words = 'Make it vegan') {
  const user = userEvent.setup()
  assistant.show(bar(), { at: `/recipes/${SOUP.id}` })
  await choose(user, 'Ask the assistant')
  await screen.findByText('1 credit for up to 20 answers, refunded if it fails.')
  await user.type(box(), `${words}{Enter}`)
  await vi.waitFor(() => expect(asked()).toBeDefined())
  await vi.waitFor(() => expect(assistant.server.listening.length).toBeGreaterThan(0))
  return { user, question: asked().id }
}

it('a question is asked beside its recipe and appears in the address', async () => {
  const { question } = await ask()
  expect(asked().content).toEqual([{ text: 'Make it vegan' }])
  await vi.waitFor(() => expect(at()).toBe(`at /recipes/${SOUP.id}?chat=${asked().conversationId}`))
  expect(box()).toHaveValue('')
  await tell(question, { contentBlockDeltaIndex: 0, working: 'convertUnits' })
  screen.getByText('Converting units…')
  screen.getByText('Local stand-in, not a language model')
})

it('a tool that this build does not know is shown as thinking', async () => {
  const { question } = await ask()
  await tell(question, { contentBlockDeltaIndex: 0, working: 'constructor' })
  screen.getByText('Thinking…')
})

it('an unsent message survives a reload per conversation, and is cleared once sent', async () => {
  const user = userEvent.setup()
  const open = async () => {
    cleanup()
    assistant.show(bar(), { at: `/recipes/${SOUP.id}?chat=new` })
    return screen.findByRole('textbox', { name: 'Your message' })
  }
  await user.type(await open(), 'Make it vegan')
  expect(await open()).toHaveValue('Make it vegan')
  cleanup()
  assistant.show(page(), { at: `/assistant/${ID}` })
  expect(await screen.findByRole('textbox', { name: 'Your message' })).toHaveValue('')
  await user.type(await open(), '{Enter}')
  await vi.waitFor(() => expect(asked()).toBeDefined())
  expect(await open()).toHaveValue('')
  expect(Object.keys(sessionStorage)).toEqual([])
})

it('text appears as it streams, and is announced once a block is complete', async () => {
  const { question } = await ask()
  await tell(question, text(0, 'Here '))
  await tell(question, text(1, 'you are.'))
  expect(answer()).toHaveTextContent('Here you are.')
  expect(readOut()).not.toContain('Here')
  await tell(question, { contentBlockIndex: 0, contentBlockDoneAtIndex: 1 })
  expect(readOut()).toContain('Here you are.')
  await tell(question, { contentBlockIndex: 1, stopReason: 'end_turn' })
  await screen.findByRole('button', { name: 'Send' })
})

it('Shift+Enter starts a new line', async () => {
  const user = userEvent.setup()
  assistant.show(bar(), { at: `/recipes/${SOUP.id}?chat=new` })
  await user.type(box(), 'One{Shift>}{Enter}{/Shift}two')
  expect(box()).toHaveValue('One\ntwo')
  expect(asked()).toBeUndefined()
})

it('an answer is stopped on request', async () => {
  const { user, question } = await ask()
  await tell(question, text(0, 'Well'))
  await user.click(screen.getByRole('button', { name: 'Stop the answer' }))
  expect(assistant.server.backend.countOf(STOP_MESSAGE)).toBe(1)
  screen.getByText('Stopping…')
  await tell(question, { contentBlockIndex: 0, contentBlockDoneAtIndex: 0 })
  await tell(question, { contentBlockIndex: 1, stopReason: 'stopped' })
  await screen.findByText('You stopped this answer.')
})

it.each([
  [new Problem('NO_CREDITS'), 'You have no credits left', 'Get credits'],
  [new Problem('LIMIT_REACHED', '2026-11-24T00:00:00Z'), 'You’ve reached today’s limit. Try again on', null],
  [new Problem('OFFLINE'), 'so your message wasn’t sent', null],
  [new Problem('UNKNOWN', 'AGENT_BUSY: the assistant is still answering.'), 'still answering. Wait, or', null],
])('%s is said in a sentence, with a way out', async (thrown, words, link) => {
  assistant.server.backend.answer(SEND_MESSAGE, () => {
    throw thrown
  })
  const { user } = await ask()
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent(words)
  if (link !== null) within(alert).getByRole('link', { name: link })
  const first = asked().id
  assistant.server.backend.answer(SEND_MESSAGE, ({ id }: { id: string }) => ({ sendMessage: { id } }))
  await user.click(within(alert).getByRole('button', { name: 'Try again' }))
  await vi.waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  expect(asked().id).toBe(first)
})

it('a guest over the daily budget is offered to sign in', async () => {
  assistant.server.backend.answer(SEND_MESSAGE, () => {
    throw new Problem('LIMIT_REACHED', '2026-11-24T00:00:00Z')
  })
  const user = userEvent.setup()
  assistant.show(bar(), { at: `/recipes/${SOUP.id}?chat=new`, isGuest: true })
  await screen.findByText('Free for guests: 3 conversations a day, up to 20 answers each.')
  await user.type(box(), 'Hello{Enter}')
  expect(await screen.findByRole('link', { name: 'Sign in to continue' })).toHaveAttribute('href', '/login')
})

it('a reload during an answer resumes it, and announces no old text', async () => {
  assistant.stored = [
    aMessage({ id: 'q', content: [{ text: 'Make it vegan' }] }),
    aMessage({
      id: 'q.a',
      associatedUserMessageId: 'q',
      role: 'assistant',
      content: [{ text: 'I am ' }],
      covered: [{ contentBlockIndex: 0, texts: 1 }],
      state: 'ONGOING',
    }),
  ]
  assistant.show(page(), { at: `/assistant/${ID}` })
  await vi.waitFor(() => expect(answer()).toHaveTextContent('I am'))
  await act(async () => assistant.live.onAcknowledged())
  await tell('q', text(1, 'on it.'))
  expect(answer()).toHaveTextContent('I am on it.')
  expect(readOut()).not.toContain('I am')
  expect(await screen.findByText('1 credit on hold, refunded if the conversation fails.')).toBeVisible()
})

it('a proposed edit is shown in the answer; proposed imports and lists are buttons', async () => {
  const tool = (toolUseId: string, name: string, input: unknown) => ({
    toolUse: { toolUseId, name, input: JSON.stringify(input) },
  })
  assistant.stored = [
    aMessage({ id: 'q', content: [{ text: 'Make it vegan' }] }),
    aMessage({
      id: 'q.a',
      associatedUserMessageId: 'q',
      role: 'assistant',
      content: [
        { text: 'Look:' },
        tool('1', 'proposeEdit', VEGAN),
        tool('2', 'proposeImport', { url: 'https://www.example.com/pie' }),
        tool('3', 'proposeShopping', { recipeIds: [SOUP.id], servings: 8 }),
        tool('4', 'sellRecipe', {}),
      ],
      covered: [{ contentBlockIndex: 0, texts: 1 }],
      state: 'ENDED',
      stopReason: 'tool_use',
    }),
  ]
  const user = userEvent.setup()
  assistant.show(page(), { at: `/assistant/${ID}` })
  await screen.findByRole('button', { name: 'Accept all' })
  expect(screen.getByRole('link', { name: 'Shopping list for this recipe' })).toHaveAttribute('href', '/shopping-list')
  screen.getByText(/Reload the page to see this suggestion/)
  await user.click(screen.getByRole('button', { name: 'Import the recipe from example.com' }))
  expect(await screen.findByRole('link', { name: 'Open the recipe' })).toHaveAttribute(
    'href',
    expect.stringMatching(/^\/recipes\/[0-9a-f]{32}$/),
  )
})

it('a file is attached, named, and can be removed', async () => {
  const user = userEvent.setup()
  assistant.show(bar(), { at: `/recipes/${SOUP.id}?chat=new` })
  await user.click(box())
  await user.paste({ files: [new File(['Soup'], 'soup.txt', { type: 'text/plain' })] } as unknown as DataTransfer)
  await user.click(await screen.findByRole('button', { name: 'Remove soup.txt' }))
  await user.paste({ files: [new File(['MZ'], 'soup.exe')] } as unknown as DataTransfer)
  expect(await screen.findByRole('alert')).toHaveTextContent('“soup.exe” isn’t supported.')
  await user.paste({ files: [new File(['Soup'], 'soup.txt', { type: 'text/plain' })] } as unknown as DataTransfer)
  await screen.findByText('soup.txt')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  await vi.waitFor(() =>
    expect(asked()?.content).toEqual([
      { document: { format: 'txt', name: 'soup.txt', source: { bytes: btoa('Soup') } } },
    ]),
  )
})

it('without an assistant only wishes without a model are offered', async () => {
  config.agent = false
  assistant.show(bar(), { at: `/recipes/${SOUP.id}?chat=new` })
  await openMenu(userEvent.setup())
  screen.getByRole('menuitem', { name: 'Vegan' })
  screen.getByRole('menuitem', { name: 'For 8' })
  expect(screen.queryByRole('menuitem', { name: /assistant|Spanish/ })).toBeNull()
  expect(screen.queryByRole('textbox')).toBeNull()
})

it('a wish is computed, and its failure is shown', async () => {
  const user = userEvent.setup()
  const wished: unknown[] = []
  assistant.server.answers.set('POST /api/agent/propose', ({ body }: { body: unknown }) => {
    wished.push(body)
    if (wished.length === 1) throw new Problem('AGENT_NO_SERVINGS')
    return { patch: VEGAN, words: null, reckoned: true }
  })
  assistant.show(bar(), { at: `/recipes/${SOUP.id}` })
  await choose(user, 'Vegan')
  expect(await screen.findByRole('alert')).toHaveTextContent('This recipe doesn’t say how many it serves.')
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('If you have an allergy, always check the label.')
  expect(wished.at(-1)).toEqual({ recipeId: SOUP.id, wish: 'vegan', language: 'en' })
  await user.keyboard('{Escape}')
})

it('translations into the two other languages are offered, and none for an unknown language', async () => {
  const user = userEvent.setup()
  assistant.show(bar())
  await openMenu(user)
  expect(screen.getAllByRole('menuitem', { name: /^In / }).map(({ textContent }) => textContent)).toEqual([
    'In Spanish',
    'In French',
  ])
  cleanup()
  assistant.show(<RecipeBar recipe={{ ...SOUP, language: null }} Panel={Panel} />)
  await openMenu(user)
  expect(screen.queryByRole('menuitem', { name: /^In / })).toBeNull()
})

it('a translation shows progress and then the proposed changes', async () => {
  const user = userEvent.setup()
  const wished: unknown[] = []
  let answer = (_: unknown) => {}
  assistant.server.answers.set('POST /api/agent/propose', ({ body }: { body: unknown }) => {
    wished.push(body)
    return new Promise((resolve) => {
      answer = resolve
    })
  })
  assistant.show(bar(), { at: `/recipes/${SOUP.id}` })
  await choose(user, 'In Spanish')
  expect(await screen.findByRole('status')).toHaveTextContent('Working on it.')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  screen.getByText('Cancelled. Nothing changed.')
  expect(screen.queryByText(/Working on it/)).toBeNull()
  expect(document.activeElement).toHaveAttribute('data-wish', 'es')
  // A late response is ignored.
  await act(async () => answer({ patch: VEGAN, words: 'late', reckoned: false }))
  expect(screen.queryByText('late')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await vi.waitFor(() => expect(wished).toHaveLength(2))
  await act(async () => answer({ patch: { ...VEGAN, language: 'es' }, words: 'Here it is.', reckoned: false }))
  await screen.findByText('Here it is.')
  screen.getByText('Local stand-in, not a language model')
  screen.getByRole('button', { name: 'Accept all' })
  expect(wished.at(-1)).toEqual({ recipeId: SOUP.id, wish: 'in Spanish', language: 'en' })
})

it.each([
  ['LIMIT_REACHED', /^You’ve reached today’s limit\. Try again on /, false],
  ['AGENT_OFF', 'The assistant isn’t available right now.', false],
  ['AGENT_TOO_SLOW', /^The answer took too long/, true],
] as const)(
  'a translation that ends with %s says so, and is tried again only where that may help',
  async (code, words, mayTry) => {
    const user = userEvent.setup()
    assistant.server.answers.set('POST /api/agent/propose', () => {
      throw new Problem(code, code === 'LIMIT_REACHED' ? AGAIN : null)
    })
    assistant.show(bar(), { at: `/recipes/${SOUP.id}` })
    await choose(user, 'In French')
    expect(await screen.findByRole('alert')).toHaveTextContent(words)
    expect(screen.queryAllByRole('button', { name: 'Try again' })).toHaveLength(mayTry ? 1 : 0)
  },
)

const boxes = () => screen.getAllByRole('checkbox')

it('a proposal changes nothing before it is accepted line by line, and can be undone', async () => {
  const user = userEvent.setup()
  const decided: (Accepted | null)[] = []
  assistant.show(<PatchView patch={VEGAN} onDecided={(accepted) => decided.push(accepted)} />)
  await screen.findByRole('button', { name: 'Accept all' })
  expect(boxes()).toHaveLength(3)
  screen.getByText('Replaced with a substitute.')
  screen.getByText('A little thinner.')
  await user.click(screen.getByRole('button', { name: '1 line unchanged' }))
  screen.getByText('salt')
  expect(assistant.updates).toEqual([])

  const [, egg] = boxes()
  if (egg === undefined) throw new Error('there is no second change')
  await user.click(egg)
  await user.click(screen.getByRole('button', { name: 'Accept 2 of 3' }))
  await screen.findByText('Recipe updated.')
  expect(decided).toEqual([{ lines: new Set([0]), steps: new Set([0]) }])
  expect(assistant.updates).toMatchObject([{ id: SOUP.id, version: 7, instructions: ['Stir the oat cream in.'] }])
  expect(assistant.recipe.ingredients.map(({ text: words }) => words)).toEqual(['200 ml oat cream', '1 egg', 'salt'])

  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await screen.findByRole('button', { name: 'Accept all' })
  expect(decided.at(-1)).toBeNull()
  expect(assistant.updates.at(-1)).toMatchObject({ version: 8, instructions: ['Stir the cream in.'] })
  expect(assistant.recipe.ingredients.map(({ text: words }) => words)).toEqual(['200 ml cream', '1 egg', 'salt'])
})

it('an undo restores the link of a replaced line, and keeps later ones', async () => {
  const user = userEvent.setup()
  const [cream, salt] = ['c'.repeat(32), 'd'.repeat(32)]
  assistant.recipe = { ...SOUP, recipeLinks: [{ line: 0, recipe: cream }] }
  assistant.show(<PatchView patch={VEGAN} />)
  await user.click(await screen.findByRole('button', { name: 'Accept all' }))
  await screen.findByText('Recipe updated.')
  // The server drops the link of the replaced line; then another line gets one.
  assistant.recipe = { ...assistant.recipe, version: 9, recipeLinks: [{ line: 1, recipe: salt }] }
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await screen.findByRole('button', { name: 'Accept all' })
  expect(assistant.updates.at(-1)).toMatchObject({
    recipeLinks: [
      { line: 0, recipe: cream },
      { line: 2, recipe: salt },
    ],
  })
})

it('an undo restores the nutrition corrections of replaced lines', async () => {
  const user = userEvent.setup()
  const counted = { food: 'cream', grams: 180, leftOut: null, corrected: true }
  const lines = [
    { ...counted, line: 0 },
    { ...counted, line: 1, food: null, grams: null, leftOut: 'NEGLIGIBLE' as const },
    { ...counted, line: 2, food: 'salt', grams: 2 },
  ]
  assistant.recipe = { ...SOUP, nutritionalInformation: { ...SOUP.nutritionalInformation, lines } }
  assistant.show(<PatchView patch={VEGAN} />)
  await user.click(await screen.findByRole('button', { name: 'Accept all' }))
  await screen.findByText('Recipe updated.')
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await screen.findByRole('button', { name: 'Accept all' })
  // The salt's line was not replaced, so the server kept its correction.
  expect(assistant.updates.at(-1)?.['nutritionFixes']).toEqual([
    { line: 0, food: 'cream', grams: 180 },
    { line: 1, food: null, grams: 0 },
  ])
})

it('a proposal for a recipe that has changed is not applied, and says so', async () => {
  const user = userEvent.setup()
  assistant.show(<PatchView patch={VEGAN} />)
  const accept = await screen.findByRole('button', { name: 'Accept all' })
  assistant.recipe = { ...SOUP, version: 8, ingredients: [aLine('300 ml cream'), aLine('1 egg'), aLine('salt')] }
  await user.click(accept)
  expect(await screen.findByRole('alert')).toHaveTextContent('The recipe changed in the meantime')
  expect(assistant.updates).toEqual([])
  expect(screen.queryByRole('checkbox')).toBeNull()
})

it('an undo is refused if the recipe has changed since', async () => {
  const user = userEvent.setup()
  assistant.show(<PatchView patch={VEGAN} />)
  await user.click(await screen.findByRole('button', { name: 'Accept all' }))
  await screen.findByText('Recipe updated.')
  assistant.recipe = { ...assistant.recipe, version: 9, instructions: ['Stir it in, slowly.'] }
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('The recipe changed in the meantime')
  expect(assistant.updates).toHaveLength(1)
})

it('a proposal that is already applied is read-only', async () => {
  assistant.recipe = {
    ...SOUP,
    ingredients: [aLine('200 ml oat cream'), aLine('salt')],
    instructions: ['Stir the oat cream in.'],
  }
  assistant.show(<PatchView patch={VEGAN} />)
  await screen.findByText('Already in your recipe.')
  expect(screen.queryByRole('button', { name: /Accept/ })).toBeNull()
})
