import { act, renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { LOOK_KEY } from '../lib/look'
import { useTheme } from './useTheme'

const html = document.documentElement

it('a choice is worn at once, everywhere, and kept on this device', () => {
  const one = renderHook(() => useTheme())
  const other = renderHook(() => useTheme())
  act(() => one.result.current.setPalette('green'))
  act(() => other.result.current.setMode('dark'))
  expect(one.result.current).toMatchObject({ palette: 'green', mode: 'dark' })
  expect(html.dataset).toMatchObject({ palette: 'green', mode: 'dark' })
  expect(localStorage.getItem(LOOK_KEY)).toBe('green dark')
})

it('follows what another tab chooses', () => {
  const { result } = renderHook(() => useTheme())
  act(() => void dispatchEvent(new StorageEvent('storage', { key: LOOK_KEY, newValue: 'orange light' })))
  expect(result.current).toMatchObject({ palette: 'orange', mode: 'light' })
  expect(html.dataset['mode']).toBe('light')
  act(() => void dispatchEvent(new StorageEvent('storage', { key: 'something else', newValue: 'green dark' })))
  expect(result.current.mode).toBe('light')
})
