import { expect, it } from 'vitest'
import { fold } from '../../../shared/lib/list/fold'
import { matchingTitles } from './matching-titles'

const entries = ['Crème brûlée', 'Bread', 'Rye bread', 'Bread soup', 'Œufs mimosa'].map((title) => ({
  title,
  folded: fold(title),
}))
const titles = (query: string) => matchingTitles(entries, query).map(({ title }) => title)

it.each([
  ['', ['Crème brûlée', 'Bread', 'Rye bread', 'Bread soup', 'Œufs mimosa']],
  ['bread', ['Bread', 'Bread soup', 'Rye bread']],
  [' Soup BREAD ', ['Bread soup']],
  ['creme brulee', ['Crème brûlée']],
  ['brûl', ['Crème brûlée']],
  ['oeufs', ['Œufs mimosa']],
  ['cake', []],
])('%j finds %j', (query, expected) => {
  expect(titles(query)).toEqual(expected)
})
