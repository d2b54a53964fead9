import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { baseOf, type Draft, readDraft } from '../../../shared/lib/editing/draft'
import type { Recipe } from '../../../shared/lib/recipe/recipe'
import { changesOf } from '../../../shared/lib/recipe/recipe-content'
import { aRecipe } from '../../../shared/lib/test-support'
import { beginEditor, type Editor, edited, rebased, resolved, savedAs, undoneOnce, unsavedFields } from './editor'
import { mergeContent } from './merge-content'

let count = 0
const newKey = () => {
  count += 1
  return `k${count}`
}

const recipe = aRecipe({
  title: 'Bread',
  instructions: ['Mix.', 'Knead.', 'Bake.'],
  servings: 4,
  tags: [{ name: 'bread' }],
})
const begin = () => beginEditor(baseOf(recipe), newKey)
const set = (editor: Editor, fields: Partial<Draft>) => edited(editor, (draft) => ({ ...draft, ...fields }), null, 0)
const elsewhere = (fields: Partial<Recipe>): Recipe => ({ ...recipe, ...fields, version: recipe.version + 1 })
const draftOf = (editor: Editor) => editor.history.present
const contentOf = (editor: Editor) => readDraft(draftOf(editor)).content
const sends = (editor: Editor) => changesOf(editor.base.content, contentOf(editor))

describe('merging changes made elsewhere', () => {
  it('combines different fields, and sends only local changes', () => {
    const editor = rebased(set(begin(), { title: 'Rye bread' }), elsewhere({ servings: 6 }), newKey)
    expect(editor.conflicts).toEqual([])
    expect(draftOf(editor)).toMatchObject({ title: 'Rye bread', servings: '6' })
    expect(sends(editor)).toEqual({ title: 'Rye bread' })
    expect(editor.base.version).toBe(recipe.version + 1)
  })

  it('combines different rows', () => {
    const [first, ...others] = draftOf(begin()).instructions
    if (first === undefined) throw new Error('no step')
    const mine = set(begin(), { instructions: [{ ...first, text: 'Mix well.' }, ...others] })
    const editor = rebased(mine, elsewhere({ instructions: ['Mix.', 'Knead.', 'Bake for an hour.'] }), newKey)
    expect(contentOf(editor).instructions).toEqual(['Mix well.', 'Knead.', 'Bake for an hour.'])
  })

  it('keeps the keys of surviving rows, so that focus is not lost', () => {
    const before = begin()
    const editor = rebased(before, elsewhere({ instructions: ['Weigh.', 'Mix.', 'Knead.', 'Bake.'] }), newKey)
    expect(draftOf(editor).instructions.slice(1)).toEqual(draftOf(before).instructions)
  })

  it('keeps input that is not valid yet', () => {
    const typing = set(begin(), { servings: 'fo', tagText: 'ry' })
    const editor = rebased(typing, elsewhere({ title: 'Rye bread' }), newKey)
    expect(draftOf(editor)).toMatchObject({ title: 'Rye bread', servings: 'fo', tagText: 'ry' })
  })

  it('treats the same change on both sides as one', () => {
    const editor = rebased(set(begin(), { servings: '6' }), elsewhere({ servings: 6 }), newKey)
    expect([editor.conflicts, sends(editor)]).toEqual([[], {}])
  })

  it('reports a conflict if both changed the same field', () => {
    const torn = rebased(
      set(begin(), { title: 'Rye bread', servings: '8' }),
      elsewhere({ title: 'Spelt bread', servings: 6 }),
      newKey,
    )
    expect(torn.conflicts.map(({ field, mine, theirs }) => [field, mine[field], theirs[field]])).toEqual([
      ['title', 'Rye bread', 'Spelt bread'],
      ['servings', 8, 6],
    ])
    const chosen = resolved(resolved(torn, 'title', 'theirs', newKey, 0), 'servings', 'mine', newKey, 0)
    expect(chosen.conflicts).toEqual([])
    expect(sends(chosen)).toEqual({ servings: 8 })
    expect(draftOf(undoneOnce(chosen)).title).toBe('Rye bread')
  })

  it('ignores an older response', () => {
    const editor = begin()
    expect(rebased(editor, recipe, newKey)).toBe(editor)
  })
})

describe('after a save', () => {
  it('only later input is unsaved', () => {
    const sent = contentOf(set(begin(), { title: 'Rye bread' }))
    const typing = set(set(begin(), { title: 'Rye bread' }), { servings: '6' })
    const editor = savedAs(typing, sent, elsewhere({ title: 'Rye bread' }), newKey)
    expect(unsavedFields(editor, contentOf(editor))).toEqual(['servings'])
  })

  it('values computed by the server are not unsaved changes', () => {
    const typing = set(begin(), { servings: '8' })
    const nutritionalInformation = { ...recipe.nutritionalInformation, calories: '160 kcal' }
    const editor = savedAs(typing, contentOf(typing), elsewhere({ servings: 8, nutritionalInformation }), newKey)
    expect(unsavedFields(editor, contentOf(editor))).toEqual([])
    expect(draftOf(editor).nutrition.calories).toBe('160 kcal')
  })
})

describe('for any two edits', () => {
  const text = fc.constantFrom('a', 'b', 'c', '')
  const edits = fc.record(
    {
      title: fc.constantFrom('Bread', 'Rye', 'Spelt'),
      description: text,
      servings: fc.option(fc.nat(3)),
      notes: text,
      instructions: fc.uniqueArray(fc.constantFrom('Mix.', 'Knead.', 'Bake.', 'Eat.', 'Rest.'), { maxLength: 5 }),
      tags: fc.uniqueArray(
        text.filter((tag) => tag !== ''),
        { maxLength: 3 },
      ),
    },
    { requiredKeys: [] },
  )
  const base = baseOf(recipe).content

  it('each field has the value of one side, or both merged', () => {
    fc.assert(
      fc.property(edits, edits, (ours, others) => {
        const [mine, theirs] = [
          { ...base, ...ours },
          { ...base, ...others },
        ]
        const merged = mergeContent(base, mine, theirs)
        for (const field of ['title', 'description', 'servings', 'notes'] as const) {
          const both = mine[field] !== base[field] && theirs[field] !== base[field] && mine[field] !== theirs[field]
          expect(merged.conflicts.includes(field)).toBe(both)
          if (both) expect([merged.content[field], merged.withTheirs[field]]).toEqual([mine[field], theirs[field]])
          else expect(merged.content[field]).toBe(mine[field] === base[field] ? theirs[field] : mine[field])
        }
        const again = mergeContent(base, theirs, mine)
        expect(again.conflicts).toEqual(merged.conflicts)
      }),
    )
  })

  it('saved in sequence, the second keeps all changes of the first to other fields', () => {
    fc.assert(
      fc.property(edits, edits, (ours, others) => {
        const mine = { ...base, ...ours }
        const merged = mergeContent(base, mine, { ...base, ...others })
        if (merged.conflicts.length > 0) return
        const sent = changesOf({ ...base, ...others }, merged.content)
        const names = Object.keys(sent).map((name) => (name === 'stepHeadings' ? 'instructions' : name))
        for (const field of names) expect(field in ours).toBe(true)
      }),
    )
  })
})
