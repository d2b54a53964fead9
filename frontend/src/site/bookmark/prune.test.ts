import { describe, expect, it } from 'vitest'
import { pruned } from './prune'

function page(html: string): Document {
  return new DOMParser().parseFromString(html, 'text/html')
}

describe('a pruned page', () => {
  it('keeps the recipe’s content and metadata', () => {
    const html = pruned(
      page(
        '<title>Soup</title><link rel="canonical" href="/soup"><meta property="og:image" content="/a.jpg">' +
          '<script type="application/LD+json">{"@type":"Recipe"}</script>' +
          '<ul itemprop="recipeIngredient" class="x" data-id="1"><li>2 leeks<img src="/b.jpg" alt="leeks"></ul>',
      ),
    )
    for (const part of [
      '<!doctype html><html',
      '<title>Soup</title>',
      'rel="canonical"',
      'content="/a.jpg"',
      '{"@type":"Recipe"}',
      'itemprop="recipeIngredient" class="x" data-id="1"',
      '<li>2 leeks<img src="/b.jpg" alt="leeks">',
    ]) {
      expect(html).toContain(part)
    }
  })

  it.each([
    '<script>alert("secret")</script>',
    '<script type="application/json">{"secret":1}</script>',
    '<style>.secret{}</style>',
    '<svg><text>secret</text></svg>',
    '<iframe srcdoc="secret"></iframe>',
    '<template>secret</template>',
    '<noscript>secret</noscript>',
    '<!-- secret -->',
    '<input value="secret">',
    '<input type="hidden" value="secret">',
    '<textarea>secret</textarea>',
    '<select><option>secret</select>',
    '<p onclick="secret()">',
    '<p style="background:url(secret)">',
    '<p nonce="secret">',
    '<meta name="csrf-token" content="secret">',
    '<img src="data:image/png;base64,secret">',
    '<a href="javascript:secret()">x</a>',
    `<p data-state="${'a'.repeat(2_000)}secret">`,
  ])('is without %s', (html) => {
    expect(pruned(page(`<p>2 leeks</p>${html}`))).not.toContain('secret')
    expect(pruned(page(`<p>2 leeks</p>${html}`))).toContain('2 leeks')
  })

  it('is a copy: the original does not change', () => {
    const shown = page('<p>2 leeks</p><script>a</script><input value="b"><!-- c -->')
    const before = shown.documentElement.outerHTML
    pruned(shown)
    expect(shown.documentElement.outerHTML).toBe(before)
  })
})
