import { afterEach, expect, it } from 'vitest'
import { copyText } from './copy-text'

const own = Object.getOwnPropertyDescriptor(navigator, 'clipboard')

function withClipboard(clipboard: unknown) {
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: clipboard })
}

afterEach(() => {
  if (own === undefined) Reflect.deleteProperty(navigator, 'clipboard')
  else Object.defineProperty(navigator, 'clipboard', own)
})

it('resolves to true when the text was copied', async () => {
  const copied: string[] = []
  withClipboard({ writeText: async (text: string) => void copied.push(text) })
  expect(await copyText('milk')).toBe(true)
  expect(copied).toEqual(['milk'])
})

it('resolves to false when the browser refuses or has no clipboard', async () => {
  withClipboard({ writeText: () => Promise.reject(new Error('refused')) })
  expect(await copyText('milk')).toBe(false)
  withClipboard(undefined)
  expect(await copyText('milk')).toBe(false)
})
