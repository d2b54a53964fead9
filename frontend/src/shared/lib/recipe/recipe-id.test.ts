import { expect, it } from 'vitest'
import { newRecipeId } from './recipe-id'

it('a recipe id is 128 random bits in lowercase hexadecimal', () => {
  const counting = (bytes: Uint8Array) => bytes.set(Array.from(bytes, (_, index) => index * 16 + 10))
  expect(newRecipeId(counting)).toBe('0a1a2a3a4a5a6a7a8a9aaabacadaeafa')
  expect(newRecipeId()).toMatch(/^[0-9a-f]{32}$/)
  expect(newRecipeId()).not.toBe(newRecipeId())
})
