import { act, render, screen } from '@testing-library/react'
import { Link, MemoryRouter, Route, Routes, useNavigate } from 'react-router'
import { beforeEach, expect, it, vi } from 'vitest'
import { ScrollRestoration } from './ScrollRestoration'

/** Mocks the window's scroll position, without scroll events: a busy browser may not have sent them yet. */
beforeEach(() => {
  const scroll = vi.fn((_left: number, top: number) => vi.stubGlobal('scrollY', top))
  vi.stubGlobal('scrollTo', scroll)
  vi.stubGlobal('scrollY', 0)
  vi.spyOn(document.documentElement, 'scrollHeight', 'get').mockReturnValue(5_000)
  return () => vi.unstubAllGlobals()
})

function Recipe() {
  const navigate = useNavigate()
  return (
    <button type="button" onClick={() => navigate(-1)}>
      Back
    </button>
  )
}

function show(): void {
  render(
    <MemoryRouter initialEntries={['/my-recipes']}>
      <Routes>
        <Route path="/my-recipes" element={<Link to="/recipes/soup">Soup</Link>} />
        <Route path="/recipes/soup" element={<Recipe />} />
      </Routes>
      <ScrollRestoration />
    </MemoryRouter>,
  )
}

const open = () => act(() => screen.getByRole('link').click())
const goBack = () => act(() => screen.getByRole('button').click())

it('a new page starts at the top', () => {
  show()
  scrollTo(0, 300)
  open()
  expect(scrollY).toBe(0)
})

it('going back restores the position without a scroll event', () => {
  show()
  scrollTo(0, 300)
  open()
  scrollTo(0, 40)
  goBack()
  expect(scrollY).toBe(300)
})

it('a reload keeps the position without a scroll event', () => {
  show()
  scrollTo(0, 730)
  dispatchEvent(new Event('pagehide'))
  expect(sessionStorage.getItem('zest.scroll')).toMatch(/ \/my-recipes",730\]/)
})
