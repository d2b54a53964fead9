import { ROUTES, routeOf } from './routes'

/**
 * The pattern of the route that an address asks for, with ":id" or ":slug" for what differs from page to page; a star
 * where there is no such route. It names nothing of the address, so it may be told to others.
 *
 * @param path without the prefix of its language.
 */
export function routePattern(path: string): string {
  const name = routeOf(path)
  return name === null ? '/*' : ROUTES[name].path
}
