import { act, fireEvent, render, screen } from '@testing-library/react'
import { Link, Route, Routes, useLocation, useNavigate, useNavigationType } from 'react-router'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { useLeaveGuard } from '../features/edit/ui/useLeaveGuard'
import { browserHistory } from '../shared/lib/routing/browser-history'
import { AppRouter } from './AppRouter'

beforeEach(() => history.pushState(null, '', '/es'))

afterEach(() => history.replaceState(null, '', '/'))

function Here() {
  const { pathname, search, state } = useLocation()
  return <output>{`${useNavigationType()} ${pathname}${search} ${JSON.stringify(state)}`}</output>
}

function Form({ dirty }: { dirty: boolean }) {
  const { request, release } = useLeaveGuard(dirty)
  const navigate = useNavigate()
  return (
    <>
      <Link to="/list?q=soup" state="from the form">
        By link
      </Link>
      <button type="button" onClick={() => void navigate('/list', { replace: true })}>
        By call
      </button>
      <button type="button" onClick={release}>
        Release
      </button>
      {request !== null && (
        <>
          <button type="button" onClick={request.leave}>
            Leave
          </button>
          <button type="button" onClick={request.stay}>
            Stay
          </button>
        </>
      )}
    </>
  )
}

function show(dirty = true): void {
  render(
    <AppRouter history={browserHistory()} basename="/es">
      <Here />
      <Routes>
        <Route path="/" element={<Link to="/form">Form</Link>} />
        <Route path="/form" element={<Form dirty={dirty} />} />
        <Route path="/list" element={null} />
      </Routes>
    </AppRouter>,
  )
  click('Form')
  expect(here()).toBe('PUSH /form null')
}

const click = (name: string) => fireEvent.click(screen.getByText(name))
const here = () => screen.getByRole('status').textContent
const asked = () => screen.queryByText('Leave') !== null

/** Goes back in the browser and waits for `times` popstate events. */
async function back(times: number): Promise<void> {
  await act(async () => {
    history.back()
    for (let heard = 0; heard < times; heard += 1) {
      await new Promise((resolve) => addEventListener('popstate', resolve, { once: true }))
    }
  })
}

const asksOnClosing = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }))

it('links, calls and back navigation stay below the basename', async () => {
  show(false)
  expect(screen.getByText('By link')).toHaveAttribute('href', '/es/list?q=soup')
  click('By link')
  expect(here()).toBe('PUSH /list?q=soup "from the form"')
  expect(location.pathname + location.search).toBe('/es/list?q=soup')
  await back(1)
  expect(here()).toBe('POP /form null')
  await back(1)
  expect(here()).toBe('POP / null')
})

it.each(['By link', 'By call'])('asks before unsaved changes are left: %s', (way) => {
  show()
  click(way)
  expect(here()).toBe('PUSH /form null')
  click('Stay')
  expect(asked()).toBe(false)
  click(way)
  click('Leave')
  expect(here()).toBe(way === 'By link' ? 'PUSH /list?q=soup "from the form"' : 'REPLACE /list null')
})

it('asks before the browser’s back button leaves unsaved changes', async () => {
  show()
  await back(2)
  expect(asked()).toBe(true)
  expect([here(), location.pathname]).toEqual(['PUSH /form null', '/es/form'])
  click('Stay')
  await back(2)
  await act(async () => {
    const arrived = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }))
    click('Leave')
    await arrived
  })
  expect([here(), location.pathname]).toEqual(['POP / null', '/es'])
})

it('asks before a page with unsaved changes is closed', () => {
  show()
  expect(asksOnClosing()).toBe(true)
})

it('does not ask without unsaved changes', async () => {
  show(false)
  expect(asksOnClosing()).toBe(false)
  await back(1)
  expect(here()).toBe('POP / null')
})

it('does not ask after release', async () => {
  show()
  click('Release')
  expect(asksOnClosing()).toBe(false)
  await back(1)
  expect(here()).toBe('POP / null')
  click('Form')
  click('Release')
  click('By link')
  expect(here()).toBe('PUSH /list?q=soup "from the form"')
})
