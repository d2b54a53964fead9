import { act, renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { APPEARANCE_KEY } from '../lib/browser/appearance'
import { useAppearance } from './useAppearance'

const otherTabStores = (key: string, newValue: string) => {
  localStorage.setItem(key, newValue)
  dispatchEvent(new StorageEvent('storage', { key, newValue }))
}
const html = document.documentElement

it('a choice is applied at once, everywhere, and stored on this device', () => {
  const one = renderHook(() => useAppearance())
  const other = renderHook(() => useAppearance())
  act(() => one.result.current.setPalette('green'))
  act(() => other.result.current.setMode('dark'))
  expect(one.result.current).toMatchObject({ palette: 'green', mode: 'dark' })
  expect(html.dataset).toMatchObject({ palette: 'green', mode: 'dark' })
  expect(localStorage.getItem(APPEARANCE_KEY)).toBe('green dark')
})

it('follows the choice in another tab', () => {
  const { result } = renderHook(() => useAppearance())
  act(() => otherTabStores(APPEARANCE_KEY, 'orange light'))
  expect(result.current).toMatchObject({ palette: 'orange', mode: 'light' })
  expect(html.dataset['mode']).toBe('light')
  act(() => otherTabStores('something else', 'green dark'))
  expect(result.current.mode).toBe('light')
})
