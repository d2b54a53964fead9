import { describe, expect, it } from 'vitest'
import { loadDemoPages, readDemoPages } from './demo'

const answering =
  (body: string, status = 200) =>
  async () =>
    new Response(body, { status })

describe('the demo kitchen', () => {
  it('resolves relative and absolute paths on this origin', () => {
    const page = { title: 'Cake', language: 'en' }
    expect(
      readDemoPages([
        { ...page, path: '/demo/cake' },
        { ...page, path: 'pie.html', note: 'prose' },
      ]),
    ).toEqual([
      { ...page, path: '/demo/cake', note: null },
      { ...page, path: '/demo/pie.html', note: 'prose' },
    ])
    expect(readDemoPages([{ ...page, path: 'https://elsewhere.example/' }, { title: 'no path' }, null])).toEqual([])
  })

  it('is empty if it cannot be read', async () => {
    expect(await loadDemoPages(answering('<html>'))).toEqual([])
    expect(await loadDemoPages(answering('[]', 500))).toEqual([])
  })
})
