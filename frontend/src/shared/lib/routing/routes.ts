import { RECIPE_ID } from '../recipe/recipe-id'

/** What stands around a page. */
export type Layout = 'auth' | 'blog' | 'default' | 'landing'

/** Who may enter: everybody, members, or members of the group "Admin". */
export type Guard = 'none' | 'login' | 'admin'

interface Address {
  /** Without the prefix of its language. ":id" and ":slug" stand for what `PARAMETERS` allows. */
  readonly path: string
  /**
   * Whose language a visitor gets on the first visit to an address without a prefix: their own, or that of the
   * address, because somebody may have linked to its words or a service knows exactly this address.
   */
  readonly language: 'visitor' | 'address'
}

/** A screen of the app. It is somebody's own, so no search engine lists it. */
export interface AppRoute extends Address {
  readonly of: 'app'
  readonly layout: 'auth' | 'default'
  readonly guard: Guard
  /** What must be on where Zest runs (`AppConfig`); without it there is no such page. */
  readonly needs: 'credits' | 'agent' | null
  readonly sitemap: false
}

/** A public page: a file of its own, prerendered in every language. */
export interface SiteRoute extends Address {
  readonly of: 'site'
  readonly layout: 'blog' | 'default' | 'landing'
  readonly guard: 'none'
  readonly sitemap: boolean
}

export type Route = AppRoute | SiteRoute

const screen = {
  of: 'app',
  layout: 'default',
  guard: 'none',
  needs: null,
  sitemap: false,
  language: 'visitor',
} as const
const ofCredits = { ...screen, guard: 'login', needs: 'credits' } as const
const ofAgent = { ...screen, needs: 'agent' } as const
const page = { of: 'site', layout: 'landing', guard: 'none', sitemap: true, language: 'address' } as const

/**
 * Every address of Zest. What a screen shows is in src/app/screens.tsx, what a public page shows in
 * src/site/render.tsx; both fail to compile without one of these routes. The servers' patterns (SiteRoutes in
 * template.yaml, which the local front door reads too) are held against this table by src/site/routes.test.ts.
 */
export const ROUTES = {
  home: { ...page, path: '/', language: 'visitor' },
  myRecipes: { ...screen, path: '/my-recipes' },
  print: { ...screen, path: '/my-recipes/print' },
  receive: { ...screen, path: '/receive' },
  shoppingList: { ...screen, path: '/shopping-list' },
  recipe: { ...screen, path: '/recipes/:id' },
  editRecipe: { ...screen, path: '/recipes/:id/edit' },
  cook: { ...screen, path: '/recipes/:id/cook' },
  login: { ...screen, path: '/login', layout: 'auth' },
  signup: { ...screen, path: '/signup', layout: 'auth' },
  forgotPassword: { ...screen, path: '/forgot-password', layout: 'auth' },
  oauthCallback: { ...screen, path: '/oauth/callback', layout: 'auth', language: 'address' },
  profile: { ...screen, path: '/profile' },
  credits: { ...ofCredits, path: '/credits' },
  creditHistory: { ...ofCredits, path: '/credits/history' },
  creditSuccess: { ...ofCredits, path: '/credits/success' },
  adminCredits: { ...ofCredits, path: '/admin/credits', guard: 'admin' },
  feedback: { ...screen, path: '/feedback' },
  assistant: { ...ofAgent, path: '/assistant' },
  assistantChat: { ...ofAgent, path: '/assistant/:id' },
  adminFeedback: { ...screen, path: '/admin/feedback', guard: 'admin' },
  bookmarklet: { ...page, path: '/bookmarklet' },
  articles: { ...page, path: '/articles', layout: 'blog' },
  article: { ...page, path: '/articles/:slug', layout: 'blog' },
  terms: { ...page, path: '/terms' },
  privacy: { ...page, path: '/privacy' },
  contact: { ...page, path: '/contact', layout: 'default' },
  changelog: { ...page, path: '/changelog', layout: 'default' },
} as const satisfies Record<string, Route>

export type RouteName = keyof typeof ROUTES

type NamesOf<Side extends Route['of']> = {
  [Name in RouteName]: (typeof ROUTES)[Name]['of'] extends Side ? Name : never
}[RouteName]

export type AppRouteName = NamesOf<'app'>
export type SiteRouteName = NamesOf<'site'>

export const ROUTE_NAMES = Object.keys(ROUTES) as readonly RouteName[]

export function isAppRoute(name: RouteName): name is AppRouteName {
  return ROUTES[name].of === 'app'
}

/** What may stand in an address for each parameter, as the source of a regular expression. */
export const PARAMETERS: Readonly<Record<string, string>> = { id: RECIPE_ID, slug: '[a-z0-9-]+' }

/**
 * The route that an address asks for, whatever stands in it for the parameters; null if there is none.
 *
 * @param path without the prefix of its language.
 */
export function routeOf(path: string): RouteName | null {
  const segments = segmentsOf(path)
  for (const name of ROUTE_NAMES) {
    const pattern = segmentsOf(ROUTES[name].path)
    const same = pattern.every((part, index) =>
      part.startsWith(':') ? segments[index] !== '' : part === segments[index],
    )
    if (same && pattern.length === segments.length) return name
  }
  return null
}

/** Whether each parameter of a route is one that can exist; what is not is an address of nothing. */
export function areValid(parameters: Readonly<Record<string, string | undefined>>): boolean {
  return Object.entries(parameters).every(([name, value = '']) => {
    const pattern = PARAMETERS[name]
    return pattern === undefined || new RegExp(`^(?:${pattern})$`).test(value)
  })
}

function segmentsOf(path: string): string[] {
  return path.replace(/\/$/, '').split('/').slice(1)
}
