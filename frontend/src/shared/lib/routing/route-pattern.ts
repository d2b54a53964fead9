import { ROUTES, routeOf } from './routes'

/**
 * Pattern of the route of a path, with ":id" or ":slug" for parameters; "/*" for an unknown route. Contains no part of
 * the address, so it can be sent to the server.
 * @param path without language prefix.
 */
export function routePattern(path: string): string {
  const name = routeOf(path)
  return name === null ? '/*' : ROUTES[name].path
}
