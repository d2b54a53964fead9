import { ROUTES, type RouteName } from './routes'

type PathOf<Path extends string> = Path extends `${string}:${string}` ? (parameter: string) => string : Path

type Paths = { readonly [Name in RouteName]: PathOf<(typeof ROUTES)[Name]['path']> }

/**
 * All paths of the app, without language prefix: the router adds it inside of the app, `withLocale` in
 * src/shared/i18n/locale.ts outside. A route with a parameter is a function.
 */
export const paths = Object.fromEntries(
  Object.entries(ROUTES).map(([name, { path }]) => [
    name,
    path.includes(':') ? (parameter: string) => path.replace(/:\w+/, () => parameter) : path,
  ]),
) as Paths

/** Search parameter that makes the edit page read the source page again. */
export const READ_AGAIN = 'again'
