import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, Route, Routes } from 'react-router'
import { expect, it, vi } from 'vitest'
import { Button } from './Button'
import { Menu, MenuChoice, MenuGroup, MenuItem, MenuLink } from './Menu'

function open() {
  const onEdit = vi.fn()
  const onCopy = vi.fn()
  const onDark = vi.fn()
  render(
    <MemoryRouter>
      <Menu trigger={<Button>More</Button>}>
        <MenuItem onSelect={onEdit}>Edit</MenuItem>
        <MenuItem onSelect={onCopy} disabled>
          Copy
        </MenuItem>
        <MenuLink to="/share">Share</MenuLink>
        <MenuItem onSelect={() => undefined}>Shop</MenuItem>
        <MenuGroup label="Look">
          <MenuChoice checked={false} onSelect={onDark}>
            Dark
          </MenuChoice>
        </MenuGroup>
      </Menu>
      <button type="button">NewerVersion</button>
      <Routes>
        <Route path="/share" element="Shared" />
        <Route path="*" element={null} />
      </Routes>
    </MemoryRouter>,
  )
  return { user: userEvent.setup(), button: screen.getByRole('button', { name: 'More' }), onEdit, onCopy, onDark }
}

const focused = () => document.activeElement?.textContent

it('opens on a click and closes on another', async () => {
  const { user, button } = open()
  expect(screen.queryByRole('menu')).toBeNull()
  await user.click(button)
  expect(screen.getByRole('menu', { name: 'More' })).toBeVisible()
  expect(button).toHaveAttribute('aria-expanded', 'true')
  await user.click(button)
  expect(screen.queryByRole('menu')).toBeNull()
})

it('keyboard navigation skips disabled items', async () => {
  const { user, button } = open()
  button.focus()
  await user.keyboard('{ArrowDown}')
  expect(focused()).toBe('Edit')
  await user.keyboard('{ArrowDown}')
  expect(focused()).toBe('Share')
  await user.keyboard('{End}')
  expect(focused()).toBe('Dark')
  await user.keyboard('{ArrowDown}')
  expect(focused()).toBe('Edit')
  await user.keyboard('{ArrowUp}{Home}')
  expect(focused()).toBe('Edit')
  await user.keyboard('s')
  expect(focused()).toBe('Share')
  await user.keyboard('h')
  expect(focused()).toBe('Share')
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('menu')).toBeNull()
  expect(button).toHaveFocus()
})

it('opens at the last item on arrow up', async () => {
  const { user, button } = open()
  button.focus()
  await user.keyboard('{ArrowUp}')
  expect(focused()).toBe('Dark')
})

it('focuses its button before acting, so that dialogs return focus there', async () => {
  const { user, button, onEdit } = open()
  onEdit.mockImplementation(() => expect(button).toHaveFocus())
  await user.click(button)
  await user.keyboard('{Enter}')
  expect(onEdit).toHaveBeenCalledOnce()
  expect(screen.queryByRole('menu')).toBeNull()
})

it('marks the selected choice and selects another', async () => {
  const { user, button, onDark } = open()
  await user.click(button)
  const choice = screen.getByRole('menuitemradio', { name: 'Dark' })
  expect(choice).toHaveAttribute('aria-checked', 'false')
  await user.click(choice)
  expect(onDark).toHaveBeenCalledOnce()
})

it('closes when focus moves elsewhere and does not take it back', async () => {
  const { user, button } = open()
  await user.click(button)
  await user.click(screen.getByRole('button', { name: 'NewerVersion' }))
  expect(screen.queryByRole('menu')).toBeNull()
  expect(focused()).toBe('NewerVersion')
})

it('opens a page', async () => {
  const { user, button } = open()
  await user.click(button)
  await user.click(screen.getByRole('menuitem', { name: 'Share' }))
  expect(screen.getByText('Shared')).toBeVisible()
})
