import { ROUTES, type RouteName } from './routes'

type PathOf<Path extends string> = Path extends `${string}:${string}` ? (parameter: string) => string : Path

type Paths = { readonly [Name in RouteName]: PathOf<(typeof ROUTES)[Name]['path']> }

/**
 * Every address of Zest, without the prefix of its language: the router adds that inside the app, `withLocale` of
 * src/shared/i18n/locale.ts outside of it. A route with a parameter is a function of it.
 */
export const paths = Object.fromEntries(
  Object.entries(ROUTES).map(([name, { path }]) => [
    name,
    path.includes(':') ? (parameter: string) => path.replace(/:\w+/, () => parameter) : path,
  ]),
) as Paths

/** With this in its search the page on which a recipe is edited reads the recipe's page once more. */
export const READ_AGAIN = 'again'
