import { describe, expect, it } from 'vitest'
import { isBookmarks, MAX_ADDRESSES, readAddresses } from './addresses'

const BOOKMARKS = `<!DOCTYPE NETSCAPE-Bookmark-file-1>
<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
<TITLE>Bookmarks</TITLE><H1>Bookmarks</H1>
<DL><p>
  <DT><H3 ADD_DATE="1">Soups</H3>
  <DL><p>
    <DT><A HREF="https://example.com/leek" ICON_URI="https://example.com/favicon.ico">Leek &amp; potato</A>
    <DT><A HREF="https://www.example.com/leek/?utm_source=x">Leek again</A>
    <DT><A HREF="javascript:alert(1)">Save</A>
    <DT><A HREF="place:sort=8">Recent</A>
  </DL><p>
  <DT><A HREF="http://example.com/cake"></A>
</DL><p>`

describe('addresses', () => {
  it('of a text come in order, each page once', () => {
    const { addresses, repeated, isBookmarks } = readAddresses(
      'Soup: https://example.com/soup, cake (https://example.com/cake).\nhttps://www.example.com/soup/#top',
    )
    expect(addresses.map(({ url }) => url)).toEqual(['https://example.com/soup', 'https://example.com/cake'])
    expect(repeated).toBe(1)
    expect(isBookmarks).toBe(false)
  })

  it('of bookmarks have titles and folders', () => {
    expect(readAddresses(BOOKMARKS)).toEqual({
      addresses: [
        { url: 'https://example.com/leek', title: 'Leek & potato', folder: 'Soups' },
        { url: 'http://example.com/cake', title: null, folder: null },
      ],
      repeated: 1,
      excess: 0,
      isBookmarks: true,
    })
  })

  it('are limited', () => {
    const many = Array.from({ length: MAX_ADDRESSES + 5 }, (_, index) => `https://example.com/${index}`)
    const { addresses, excess } = readAddresses(many.join('\n'))
    expect(addresses).toHaveLength(MAX_ADDRESSES)
    expect(excess).toBe(5)
  })

  it.each(['', 'no address', 'https://', 'https://soup'])('are none in %j', (text) => {
    expect(readAddresses(text).addresses).toEqual([])
  })
})

it('a bookmarks file is known by its first line', () => {
  expect(isBookmarks(BOOKMARKS)).toBe(true)
  expect(isBookmarks(`<html>${' '.repeat(2_000)}<!DOCTYPE NETSCAPE-Bookmark-file-1>`)).toBe(false)
})
