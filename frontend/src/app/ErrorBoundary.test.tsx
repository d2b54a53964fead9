import { act, render, screen } from '@testing-library/react'
import { IntlProvider } from 'react-intl'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { isReloading, reloadOnStaleBuild } from '../shared/lib/browser/reload-on-stale-build'
import { ErrorBoundary } from './ErrorBoundary'
import { NotFoundPage } from './ErrorPage'

beforeEach(() => {
  onCrash.mockReset()
  // React logs the errors that a boundary catches.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => history.replaceState(null, '', '/'))

function Broken(): never {
  throw new Error('<b>the pot</b> boiled over')
}

const onCrash = vi.fn()
const show = (child: React.ReactNode) =>
  render(
    <IntlProvider locale="en" onError={() => undefined}>
      <ErrorBoundary onCrash={onCrash}>{child}</ErrorBoundary>
    </IntlProvider>,
  )

it('an error while rendering shows the error page with its message as text', async () => {
  show(<Broken />)
  expect(await screen.findByRole('heading', { level: 1, name: 'Internal Server Error' })).toBeVisible()
  const details = screen.getByText('Technical details').closest('details')
  expect(details).not.toHaveAttribute('open')
  expect(details).toHaveTextContent('<b>the pot</b> boiled over')
  expect(document.title).toBe('Internal Server Error – Zest')
  expect(onCrash.mock.calls.flat()).toMatchObject([{ message: '<b>the pot</b> boiled over' }])
})

it('an unhandled rejection shows the error page', async () => {
  show('Soup')
  const error = new Error('burnt')
  error.stack = `Error: burnt\n    at cook (${location.origin}/assets/index.js:1:2)`
  act(() => void dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: error })))
  expect(await screen.findByText('burnt')).toBeInTheDocument()
  expect(screen.queryByText('Soup')).toBeNull()
  expect(onCrash.mock.calls.flat()).toEqual([error])
})

it('a missing chunk of an old build shows no error page and is not reported', async () => {
  const stop = reloadOnStaleBuild(
    () => undefined,
    Date.now,
    async () => 'another build',
  )
  dispatchEvent(new Event('vite:preloadError'))
  const { container } = show(<Broken />)
  await act(async () => expect(await isReloading()).toBe(true))
  expect(container).toBeEmptyDOMElement()
  expect(onCrash).not.toHaveBeenCalled()
  stop()
})

it('a crash in a bot shows no error page and is not reported', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (compatible; bingbot/2.0)')
  const { container } = show(<Broken />)
  await act(() => isReloading())
  expect(container).toBeEmptyDOMElement()
  expect(onCrash).not.toHaveBeenCalled()
})

it('the 404 page shows the decoded path as text', () => {
  history.replaceState(null, '', '/no%20such/%3Cb%3Epage')
  render(
    <IntlProvider locale="en" onError={() => undefined}>
      <NotFoundPage />
    </IntlProvider>,
  )
  expect(screen.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  expect(screen.getByText('/no such/<b>page')).toBeVisible()
})
