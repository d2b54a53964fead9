import { describe, expect, it } from 'vitest'
import { cooklang } from './cooklang'
import { GOLDEN_RECIPES } from './golden-recipes'
import { jsonLd, jsonLdOfAll } from './json-ld'
import { markdown } from './markdown'

const ORIGIN = 'https://zest.example'

describe('exports of the golden recipes', () => {
  it.each(Object.entries(GOLDEN_RECIPES))('%s are as they were agreed on', async (name, recipe) => {
    await expect(jsonLd(recipe, ORIGIN)).toMatchFileSnapshot(`golden/${name}.json`)
    await expect(markdown(recipe)).toMatchFileSnapshot(`golden/${name}.md`)
    await expect(cooklang(recipe, ORIGIN)).toMatchFileSnapshot(`golden/${name}.cook`)
  })

  it('all recipes as one document', async () => {
    await expect(jsonLdOfAll(Object.values(GOLDEN_RECIPES), ORIGIN)).toMatchFileSnapshot('golden/all.json')
  })
})
