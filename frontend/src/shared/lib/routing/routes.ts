import { RECIPE_ID } from '../recipe/recipe-id'

export type Layout = 'auth' | 'blog' | 'default' | 'landing'

/** Who may open a page: everyone, members, or members of the group "Admin". */
export type Guard = 'none' | 'login' | 'admin'

interface Address {
  /** Without language prefix. `PARAMETERS` defines ":id" and ":slug". */
  readonly path: string
  /**
   * Language of an address without prefix: the visitor's, or always English (`address`) for addresses that are linked
   * for their text or registered with a service.
   */
  readonly language: 'visitor' | 'address'
}

/** An app screen. Personal, so it is not in the sitemap. */
export interface AppRoute extends Address {
  readonly of: 'app'
  readonly layout: 'auth' | 'default'
  readonly guard: Guard
  /** Feature that must be enabled in `AppConfig` for this page to exist. */
  readonly needs: 'credits' | 'agent' | null
  readonly sitemap: false
}

/** A public page, prerendered in every language. */
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
 * All routes. Content is in src/app/screens.tsx for screens and src/site/render.tsx for public pages; a missing route
 * is a type error there. src/site/routes.test.ts compares the servers' patterns (SiteRoutes in template.yaml) with this
 * table.
 */
export const ROUTES = {
  home: { ...page, path: '/', language: 'visitor' },
  myRecipes: { ...screen, path: '/my-recipes' },
  print: { ...screen, path: '/my-recipes/print' },
  receive: { ...screen, path: '/receive' },
  shoppingList: { ...screen, path: '/shopping-list' },
  tonight: { ...screen, path: '/tonight' },
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

/** Regular expression source of each path parameter. */
export const PARAMETERS: Readonly<Record<string, string>> = { id: RECIPE_ID, slug: '[a-z0-9-]+' }

/**
 * The route of a path, with any parameter values; null if there is none.
 * @param path without language prefix.
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

/** Whether all route parameters have a valid format. */
export function areValid(parameters: Readonly<Record<string, string | undefined>>): boolean {
  return Object.entries(parameters).every(([name, value = '']) => {
    const pattern = PARAMETERS[name]
    return pattern === undefined || new RegExp(`^(?:${pattern})$`).test(value)
  })
}

function segmentsOf(path: string): string[] {
  return path.replace(/\/$/, '').split('/').slice(1)
}
