import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { IntlProvider } from 'react-intl'
import { afterAll, beforeEach, expect, it, vi } from 'vitest'
import { autoRetrySetting } from '../../../../shared/lib/importing/auto-retry'
import { AssistantSection } from './AssistantSection'

// Other test files of this worker have loaded the modules mocked here.
vi.hoisted(() => vi.resetModules())
afterAll(() => {
  vi.resetModules()
})
const { config } = vi.hoisted(() => ({ config: { agent: 'bedrock' as 'bedrock' | false, credits: true } }))
vi.mock('../../../../shared/api/app-config', () => ({ useAppConfig: () => config }))

beforeEach(() => {
  config.agent = 'bedrock'
})

const show = (isMember: boolean) =>
  render(
    <IntlProvider locale="en" onError={() => undefined}>
      <AssistantSection isMember={isMember} />
    </IntlProvider>,
  )

it('shows and revokes the automatic-retry setting and its cost', async () => {
  autoRetrySetting.write(true)
  show(true)
  const box = screen.getByRole('checkbox', { name: /^Let the assistant read imports/ })
  expect(box).toBeChecked()
  screen.getByText('Costs 1 credit each time, refunded if it fails.')
  await userEvent.click(box)
  expect(box).not.toBeChecked()
  expect(autoRetrySetting.read()).toBe(false)
  await userEvent.click(box)
  expect(autoRetrySetting.read()).toBe(true)
})

it('shows guests the upload limit', () => {
  show(false)
  screen.getByText('Each time counts as one of your three daily uploads.')
})

it('renders nothing without an assistant', () => {
  config.agent = false
  show(true)
  expect(screen.queryByRole('checkbox')).toBeNull()
})
