import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { IntlProvider } from 'react-intl'
import { MemoryRouter } from 'react-router'
import { afterAll, beforeEach, expect, it, vi } from 'vitest'
import { ISSUE_OWNER_TOKEN } from '../../../contract/operations'
import { ApiClientProvider } from '../../../shared/api/ApiClientProvider'
import type { ApiClient, RestCall } from '../../../shared/api/api-client'
import { ScriptedBackend } from '../../../shared/api/test-support'
import { Problem } from '../../../shared/lib/errors'
import { aRecipe } from '../../../shared/lib/test-support'
import { itemsOf } from '../model/items'
import { aLine, aSource } from '../model/test-support'
import { SendToShop } from './SendToShop'

// Other test files of this worker have loaded the modules mocked here.
vi.hoisted(() => vi.resetModules())
afterAll(() => {
  vi.resetModules()
})
const { config } = vi.hoisted(() => ({ config: { groceries: true, stage: 'local' } }))
vi.mock('../../../shared/api/app-config', () => ({ useAppConfig: () => config, appConfig: async () => config }))

const URL_OF_LIST = 'https://shop.example/list'
const ITEMS = itemsOf([aSource([aLine('salt'), aLine('flour', '200', 'g')])], null)

let calls: RestCall[]
let answer: () => unknown
let opened: unknown[][]

beforeEach(() => {
  config.groceries = true
  calls = []
  opened = []
  answer = () => ({ url: URL_OF_LIST, ingredients: [], expiresAt: '2026-12-22T12:00:00Z' })
  vi.stubGlobal('open', (...args: unknown[]) => {
    opened.push(args)
    return null
  })
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['en-US'])
})

function open() {
  const backend = new ScriptedBackend()
  backend.answer(ISSUE_OWNER_TOKEN, () => ({ issueOwnerToken: { token: 't', expiresAt: '2126-11-22T12:00:00Z' } }))
  const server: ApiClient = {
    send: backend.send,
    call: async (call) => {
      calls.push(call)
      return answer()
    },
    subscribe: () => () => undefined,
    refreshSession: async () => undefined,
  }
  const recipe = aRecipe({ title: 'Bread', instructions: ['Bake.'] })
  render(
    <IntlProvider locale="en" onError={() => undefined}>
      <MemoryRouter>
        <ApiClientProvider client={server}>
          <SendToShop items={ITEMS} recipes={[recipe]} />
        </ApiClientProvider>
      </MemoryRouter>
    </IntlProvider>,
  )
  return userEvent.setup()
}

const send = () => screen.getByRole('button', { name: 'Send 2 items to Instacart' })

it('opens the list in a window without an opener, and shows its link', async () => {
  const user = open()
  await user.click(send())
  const link = await screen.findByRole('link', { name: 'Open the list on Instacart' })
  expect([link.getAttribute('href'), link.getAttribute('target'), link.getAttribute('rel')]).toEqual([
    URL_OF_LIST,
    '_blank',
    'noopener noreferrer',
  ])
  expect(opened).toEqual([[URL_OF_LIST, '_blank', 'noopener,noreferrer']])
  expect(calls[0]?.body).toMatchObject({
    title: 'Bread',
    instructions: ['Bake.'],
    locale: 'en-US',
    ingredients: [{ name: 'salt' }, { name: 'flour', quantity: '200', unit: 'g' }],
    partnerLinkbackUrl: expect.stringMatching(/^http.*\/shopping-list$/),
  })
})

it('is shown in served regions; the region can be chosen', async () => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['fr-FR', 'en-US'])
  const user = open()
  expect(screen.queryByRole('button')).toBeNull()
  screen.getByText('Instacart delivers in the United States and Canada.')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Shopping in' }), 'Canada')
  await user.click(send())
  await screen.findByRole('link')
  expect(calls[0]?.body).toMatchObject({ locale: 'en-CA' })
})

it('is absent if the service is off', () => {
  config.groceries = false
  open()
  expect(screen.queryByRole('heading')).toBeNull()
})

it.each([
  [new Problem('BUSY'), 'Instacart is busy. Try again in a moment.'],
  [new Problem('LIMIT_REACHED', '2026-11-22T12:00:00Z'), /^You’ve reached the limit for now\. Try again at /],
  [new Problem('OFFLINE'), /^Can’t reach Instacart\./],
  [new Problem('UNKNOWN'), /^Instacart couldn’t create the list\./],
])('says of %s what to do', async (thrown, words) => {
  answer = () => {
    throw thrown
  }
  const user = open()
  await user.click(send())
  await screen.findByText(words)
  expect(opened).toEqual([])
  expect(screen.queryByRole('link')).toBeNull()
})
