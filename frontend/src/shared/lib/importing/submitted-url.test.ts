import { expect, it } from 'vitest'
import { readSubmittedUrl } from './submitted-url'

const accepted: [string, string][] = [
  ['https://example.com/soup', 'https://example.com/soup'],
  ['  http://example.com/soup?x=1  ', 'http://example.com/soup?x=1'],
  ['example.com/soup', 'https://example.com/soup'],
  ['example.com', 'https://example.com/'],
  ['Look at this: https://example.com/soup, it is great!', 'https://example.com/soup'],
  ['(see https://example.com/soup).', 'https://example.com/soup'],
  ['https://example.com/soup_(hot)', 'https://example.com/soup_(hot)'],
  ['https://example.com/a https://example.com/a', 'https://example.com/a'],
  ['“https://example.com/soup”', 'https://example.com/soup'],
  ['HTTPS://EXAMPLE.COM/Soup', 'https://example.com/Soup'],
  ['http://localhost:3000/demo/cake.html', 'http://localhost:3000/demo/cake.html'],
  ['localhost:3000/demo/cake', 'https://localhost:3000/demo/cake'],
  ['http://169.254.169.254/', 'http://169.254.169.254/'],
  ['http://[::1]/', 'http://[::1]/'],
  ['https://bücher.example/suppe', 'https://xn--bcher-kva.example/suppe'],
]
it.each(accepted)('takes %j', (text, url) => {
  expect(readSubmittedUrl(text)).toEqual({ url })
})

const refused: [string, string][] = [
  ['', 'empty'],
  ['   ', 'empty'],
  ['tomato soup', 'malformed'],
  ['soup', 'malformed'],
  ['https://', 'malformed'],
  ['https://soup', 'malformed'],
  ['http://exa mple', 'malformed'],
  ['ftp://example.com/soup', 'not-http'],
  ['javascript:alert(1)', 'not-http'],
  ['file:///etc/passwd', 'not-http'],
  ['mailto:cook@example.com', 'not-http'],
  ['https://example.com/a and https://example.com/b', 'several'],
]
it.each(refused)('refuses %j', (text, problem) => {
  expect(readSubmittedUrl(text)).toEqual({ problem })
})
