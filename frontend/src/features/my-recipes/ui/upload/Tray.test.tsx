import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'react-intl'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { Prepared } from '../../../../shared/lib/importing/prepare'

const prepared = vi.hoisted(() => ({ of: (_: File): Prepared => ({ state: 'refused', reason: 'empty' }) }))
vi.mock('../../../../shared/lib/importing/prepare', () => ({ prepare: async (file: File) => prepared.of(file) }))
vi.setConfig({ testTimeout: 30_000 })
const LONG = { timeout: 20_000 }

let Tray: typeof import('./Tray').Tray

// Other test files of this worker may have loaded the module with the real `prepare`.
beforeAll(async () => {
  vi.resetModules()
  ;({ Tray } = await import('./Tray'))
})

afterAll(() => {
  vi.resetModules()
})

beforeEach(() => {
  prepared.of = (file) => {
    if (file.size === 0) return { state: 'refused', reason: 'empty' }
    const state = file.type.startsWith('image/') ? 'picture' : 'file'
    return { state, name: file.name, contentType: file.type, blob: file, thumbnail: null }
  }
})

const picture = (name: string) => new File(['x'], name, { type: 'image/jpeg' })
const names = () => [...document.querySelectorAll('[data-tile]')].map((tile) => tile.textContent?.replace(/\d$/, ''))

async function open(...files: File[]) {
  const handlers = { onSubmit: vi.fn(), onClose: vi.fn(), onMore: vi.fn(), onBookmarks: vi.fn() }
  const tray = (incoming: readonly File[]) => (
    <IntlProvider locale="en" onError={() => undefined}>
      <Tray incoming={incoming} {...handlers} />
    </IntlProvider>
  )
  const { rerender } = render(tray(files))
  await vi.waitFor(() => expect(document.querySelector('[data-tray="ready"]')).not.toBeNull(), LONG)
  const more = async (...added: File[]) => {
    rerender(tray(added))
    await vi.waitFor(() => expect(document.querySelector('[data-tray="ready"]')).not.toBeNull(), LONG)
  }
  return { ...handlers, more, user: userEvent.setup() }
}

it('is not ready while files are being checked', () => {
  const none = () => undefined
  const first = renderToStaticMarkup(
    <IntlProvider locale="en" onError={none}>
      <Tray incoming={[picture('a.jpg')]} onSubmit={none} onClose={none} onMore={none} onBookmarks={none} />
    </IntlProvider>,
  )
  expect(first).toContain('data-tray="checking"')
})

it('treats photos as pages of one recipe, reordered by buttons and keys', async () => {
  const { onSubmit, user } = await open(picture('a.jpg'), picture('b.jpg'), picture('c.jpg'))
  await user.click(screen.getByRole('button', { name: 'Move page 1 down: a.jpg' }))
  expect(names()).toEqual(['b.jpg', 'a.jpg', 'c.jpg'])
  expect(screen.getByText('a.jpg moved to page 2 of 3')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Move page 2 down: a.jpg' })).toHaveFocus()
  await user.keyboard('{End}')
  expect(names()).toEqual(['b.jpg', 'c.jpg', 'a.jpg'])
  // "Down" is disabled for the last page, so the focus moves to "up".
  expect(screen.getByRole('button', { name: 'Move page 3 up: a.jpg' })).toHaveFocus()
  await user.click(screen.getByRole('button', { name: 'Get recipe' }))
  expect(onSubmit).toHaveBeenCalledOnce()
  expect(onSubmit.mock.calls[0]?.[0]).toMatchObject([
    { kind: 'PICTURE', parts: [{ name: 'b.jpg' }, { name: 'c.jpg' }, { name: 'a.jpg' }] },
  ])
})

it('makes each photo a recipe on request', async () => {
  const { onSubmit, user } = await open(picture('a.jpg'), picture('b.jpg'))
  await user.click(screen.getByRole('radio', { name: 'One recipe per photo' }))
  expect(screen.queryByRole('button', { name: /^Move page/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Get 2 recipes' }))
  expect(onSubmit.mock.calls[0]?.[0]).toHaveLength(2)
})

it('adds files chosen later', async () => {
  const { more } = await open(picture('a.jpg'))
  expect(screen.queryByRole('radio')).toBeNull()
  await more(picture('b.jpg'), new File(['soup'], 'soup.txt', { type: 'text/plain' }))
  expect(names()).toEqual(['a.jpg', 'b.jpg'])
  expect(screen.getByText('soup.txt')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Get 2 recipes' })).toBeEnabled()
})

it('shows why a file is refused, and sends the others', async () => {
  const { onSubmit, user } = await open(picture('a.jpg'), new File([], '<b>empty</b>.txt'))
  const refused = screen.getByText('<b>empty</b>.txt').closest('li')
  expect(refused).toHaveTextContent('This file is empty.')
  expect(refused?.closest('[role=alert]')).not.toBeNull()
  await user.click(screen.getByRole('button', { name: 'Get recipe' }))
  expect(onSubmit.mock.calls[0]?.[0]).toHaveLength(1)
})

it('refuses eleven photos for one recipe, with advice', async () => {
  const { user } = await open(...Array.from({ length: 11 }, (_, index) => picture(`${index}.jpg`)))
  expect(screen.getByText(/up to 10 photos per recipe. Remove one,/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Get recipe' })).toBeDisabled()
  await user.click(screen.getByRole('button', { name: 'Remove 3.jpg' }))
  expect(screen.queryByText(/photos per recipe/)).toBeNull()
  expect(screen.getByRole('button', { name: 'Get recipe' })).toBeEnabled()
})

it('closes when it becomes empty', async () => {
  const { onClose, user } = await open(picture('a.jpg'))
  expect(onClose).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Remove a.jpg' }))
  expect(onClose).toHaveBeenCalledOnce()
})

it('is reordered by dragging with the mouse', async () => {
  await open(picture('a.jpg'), picture('b.jpg'), picture('c.jpg'))
  const tiles = [...document.querySelectorAll<HTMLElement>('[data-tile]')]
  for (const [index, tile] of tiles.entries()) {
    tile.getBoundingClientRect = () => new DOMRect(index * 100, 0, 100, 100)
  }
  const [first] = tiles
  if (first === undefined) throw new Error('no tile')
  fireEvent.pointerDown(first, { pointerId: 1, pointerType: 'mouse', button: 0, clientX: 50, clientY: 50 })
  fireEvent.pointerMove(window, { pointerId: 1, clientX: 240, clientY: 60 })
  fireEvent.pointerUp(window, { pointerId: 1, clientX: 240, clientY: 60 })
  expect(names()).toEqual(['b.jpg', 'c.jpg', 'a.jpg'])
})

it('hands on a bookmarks file instead of uploading it', async () => {
  const html = '<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p><DT><A HREF="https://example.com/soup">Soup</A></DL>'
  const { onBookmarks, onClose } = await open(picture('a.jpg'), new File([html], 'b.html', { type: 'text/html' }))
  await vi.waitFor(() => expect(onBookmarks).toHaveBeenCalledExactlyOnceWith(html), LONG)
  expect(names()).toHaveLength(1)
  expect(onClose).not.toHaveBeenCalled()
})
