import { render } from '@testing-library/react'
import { type ReactNode, useLayoutEffect } from 'react'
import { expect, it } from 'vitest'
import { usePageTitle } from './usePageTitle'

it('the title changes before the page is painted', () => {
  const titles: string[] = []
  function Frame({ children }: { children: ReactNode }) {
    useLayoutEffect(() => void titles.push(document.title))
    return children
  }
  function Page({ title }: { title: string }) {
    usePageTitle(title)
    return null
  }
  const page = (title: string) => (
    <Frame>
      <Page title={title} />
    </Frame>
  )
  const { rerender } = render(page('Soup – Zest'))
  rerender(page('Bread – Zest'))
  expect(titles).toEqual(['Soup – Zest', 'Bread – Zest'])
})
