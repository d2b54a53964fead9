import { render } from '@testing-library/react'
import Fraction from 'fraction.js'
import { IntlProvider } from 'react-intl'
import { expect, it } from 'vitest'
import { aLine, aRecipe } from '../lib/test-support'
import { LinkedIngredients } from './LinkedIngredients'

const dough = aRecipe({
  id: 'b'.repeat(32),
  title: 'Dough',
  servings: 4,
  language: 'en',
  ingredients: [{ ...aLine('flour'), text: '500 g flour, sifted', quantity: '500', unit: 'g' }],
})

it.each([
  ['2 portions of dough', 'Dough (1×)500 g flour, sifted'],
  ['1 portion of dough', 'Dough (½×)250 g flour, sifted'],
  // Two pizzas need an unknown part of the dough.
  ['300 g dough', 'Dough (1×)500 g flour, sifted'],
])('%s, twice, has the ingredients %s', (text, expected) => {
  const recipeLinks = [
    { line: 0, recipe: dough.id },
    { line: 1, recipe: 'c'.repeat(32) },
  ]
  const pizza = aRecipe({ language: 'en', ingredients: [{ ...aLine('dough'), text }, aLine('pesto')], recipeLinks })
  const view = { factor: new Fraction(2), system: null }
  const { container } = render(
    <IntlProvider locale="en" onError={() => undefined}>
      <LinkedIngredients recipe={pizza} linked={new Map([[dough.id, dough]])} view={view} />
    </IntlProvider>,
  )
  expect(container).toHaveTextContent(expected)
})
