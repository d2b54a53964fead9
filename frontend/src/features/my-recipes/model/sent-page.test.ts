import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { MAX_PAGE_BYTES } from '../../../shared/lib/importing/sent-page-terms'
import { judgeFragment, judgePage } from './sent-page'

const PAGE = { address: 'https://example.com/soup#top', title: ' Leek\n soup ', type: 'text/html', html: '<p>2 leeks' }
const ORIGIN = 'https://example.com'

describe('a posted message', () => {
  it('is a page with its own address, without extra fields', () => {
    expect(judgePage({ ...PAGE, token: 'x' }, ORIGIN)).toEqual({
      kind: 'page',
      page: { address: 'https://example.com/soup', title: 'Leek soup', type: 'text/html', html: '<p>2 leeks' },
      bytes: 10,
    })
  })

  it.each([
    ['a text', 'zest', 'malformed'],
    ['nothing', null, 'malformed'],
    ['no address', { ...PAGE, address: 'soup' }, 'malformed'],
    ['an address that runs', { ...PAGE, address: 'javascript:alert(1)' }, 'malformed'],
    ['an address that names somebody', { ...PAGE, address: 'https://ann:x@example.com/' }, 'malformed'],
    ['a long address', { ...PAGE, address: `https://example.com/${'a'.repeat(2_000)}` }, 'malformed'],
    ['HTML that is no text', { ...PAGE, html: {} }, 'malformed'],
    ['an address of another site', { ...PAGE, address: 'https://other.example/soup' }, 'wrongOrigin'],
    ['an address of another scheme', { ...PAGE, address: 'http://example.com/soup' }, 'wrongOrigin'],
    ['a document', { ...PAGE, type: 'application/pdf' }, 'notHtml'],
    ['nothing to see', { ...PAGE, html: ' \n' }, 'empty'],
    ['too much for the bookmark', { ...PAGE, html: null }, 'tooLarge'],
    ['a byte too much', { ...PAGE, html: 'a'.repeat(MAX_PAGE_BYTES + 1) }, 'tooLarge'],
    ['bytes beyond the letters', { ...PAGE, html: 'é'.repeat(MAX_PAGE_BYTES / 2 + 1) }, 'tooLarge'],
    ['50 MB', { ...PAGE, html: 'a'.repeat(50_000_000) }, 'tooLarge'],
  ])('%s is refused', (_, data, why) => {
    expect(judgePage(data, ORIGIN)).toMatchObject({ kind: 'refused', why })
  })

  it('is accepted up to the byte limit', () => {
    expect(judgePage({ ...PAGE, html: 'a'.repeat(MAX_PAGE_BYTES) }, ORIGIN).kind).toBe('page')
  })

  it('from a sandboxed page has no origin to compare', () => {
    expect(judgePage(PAGE, 'null').kind).toBe('page')
  })
})

describe('the URL fragment', () => {
  const packed = (value: unknown) => gzipSync(JSON.stringify(value)).toString('base64url')

  it('is a page', async () => {
    expect(await judgeFragment(`#page=${packed(PAGE)}`)).toMatchObject({ kind: 'page', bytes: 10 })
  })

  it('is an address if the page was too large', async () => {
    const address = 'https://example.com/soup?a=1&b=é'
    expect(await judgeFragment(`#address=${encodeURIComponent(address)}`)).toEqual({
      kind: 'refused',
      why: 'tooLarge',
      address: 'https://example.com/soup?a=1&b=%C3%A9',
    })
  })

  it.each([
    ['no base64', '#page=%%%'],
    ['no gzip', `#page=${btoa('soup')}`],
    ['no JSON', `#page=${gzipSync('soup').toString('base64url')}`],
    ['something cut off', `#page=${packed({ ...PAGE, html: 'ab'.repeat(5_000) }).slice(0, -8)}`],
    ['what unpacks to 50 MB', `#page=${packed({ ...PAGE, html: 'a'.repeat(50_000_000) })}`],
    ['an address that runs', '#address=javascript%3Aalert(1)'],
    ['an address that is cut off', '#address=%E0%A4%A'],
  ])('is refused as %s', async (_, fragment) => {
    expect(await judgeFragment(fragment)).toMatchObject({ kind: 'refused', why: 'malformed', address: null })
  })

  it('is ignored if unknown', async () => {
    expect(await judgeFragment('#wait')).toBeNull()
    expect(await judgeFragment('')).toBeNull()
  })
})
