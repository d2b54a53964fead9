import { describe, expect, it, vi } from 'vitest'
import { Problem } from '../../../shared/lib/errors'
import { aLine, aRecipe } from '../../../shared/lib/test-support'
import { updateLine } from './update-line'

const pizza = aRecipe({ ingredients: [aLine('salt'), aLine('dough')], version: 1 })

/** A cache that has a newer version with these lines. */
function newer(...texts: string[]) {
  const update = vi.fn(async (_: string, version: number) => {
    if (version === 1) throw new Problem('CONFLICT')
    return pizza
  })
  return { get: async () => ({ ...pizza, ingredients: texts.map(aLine), version: 2 }), update }
}

describe('a change about a line, after a conflict', () => {
  it('is made again for the newer recipe', async () => {
    const cache = newer('pepper', 'dough')
    await updateLine(cache, pizza, 1, ({ ingredients }) => ({ notes: ingredients[0]?.text ?? null }))
    expect(cache.update).toHaveBeenLastCalledWith(pizza.id, 2, { notes: 'pepper' })
  })

  it('is refused if another line is in its place', async () => {
    const cache = newer('dough', 'salt')
    await expect(updateLine(cache, pizza, 1, () => ({}))).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(cache.update).toHaveBeenCalledTimes(1)
  })
})
