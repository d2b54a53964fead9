import { factorOf } from './items'

const DEEPLINK = 'https://api.getbring.com/rest/bringrecipes/deeplink'

/**
 * Link that opens a recipe's ingredients in Bring!, which reads the recipe's public page.
 * @param factor scaling factor as a fraction: "3/2"
 */
export function bringLink(recipePage: string, factor: string): string {
  const { n, d } = factorOf(factor)
  const parameters = { url: recipePage, source: 'web', baseQuantity: `${d}`, requestedQuantity: `${n}` }
  return `${DEEPLINK}?${new URLSearchParams(parameters)}`
}
