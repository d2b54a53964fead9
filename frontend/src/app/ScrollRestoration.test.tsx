import { act, render, screen } from '@testing-library/react'
import { Link, MemoryRouter, Route, Routes, useNavigate } from 'react-router'
import { beforeEach, expect, it, vi } from 'vitest'
import { ScrollRestoration } from './ScrollRestoration'

/** The window, of which only where it stands matters; that it scrolls it tells as late as a busy browser does: never. */
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

it('begins a new page at its top', () => {
  show()
  scrollTo(0, 300)
  open()
  expect(scrollY).toBe(0)
})

it('stands where a page was left on the way back, though nobody heard of the last scroll', () => {
  show()
  scrollTo(0, 300)
  open()
  scrollTo(0, 40)
  goBack()
  expect(scrollY).toBe(300)
})

it('keeps over a reload where the page stands, though nobody heard of the last scroll', () => {
  show()
  scrollTo(0, 730)
  dispatchEvent(new Event('pagehide'))
  expect(sessionStorage.getItem('zest.scroll')).toMatch(/ \/my-recipes",730\]/)
})
