import { expect, it } from 'vitest'
import { sourcesOf, wholeOf } from './picture'

it('offers the versions that are narrower than the photo', () => {
  expect(sourcesOf('media/1/a-1200x800')).toEqual({
    src: '/media/1/a-1200x800',
    srcSet: '/media/1/a-1200x800-320 320w, /media/1/a-1200x800-640 640w, /media/1/a-1200x800 1200w',
    width: 1200,
    height: 800,
  })
  expect(sourcesOf('media/1/a-640x480').srcSet).toBe('/media/1/a-640x480-320 320w, /media/1/a-640x480 640w')
  expect(sourcesOf('media/1/a-320x200')).toEqual({ src: '/media/1/a-320x200', width: 320, height: 200 })
})

it('a photo without a size in its name has one version', () => {
  expect(sourcesOf('media/1/abc')).toEqual({ src: '/media/1/abc' })
})

it('finds the photo of a version', () => {
  expect(wholeOf('/media/1/a-1200x800-320')).toBe('/media/1/a-1200x800')
  expect(wholeOf('/media/1/a-1200x800')).toBe('/media/1/a-1200x800')
  expect(wholeOf('/media/1/abc')).toBe('/media/1/abc')
})
