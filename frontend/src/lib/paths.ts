/**
 * Every address of Zest, without the prefix of its language: the router adds that inside the app, `withLocale` of
 * src/i18n/locale.ts outside of it. Called with ':id' or ':slug' they are the patterns of routes.
 */
export const paths = {
  home: '/',
  myRecipes: '/my-recipes',
  print: '/my-recipes/print',
  recipe: (id: string) => `/recipes/${id}`,
  editRecipe: (id: string) => `/recipes/${id}/edit`,
  cook: (id: string) => `/recipes/${id}/cook`,
  login: '/login',
  signup: '/signup',
  forgotPassword: '/forgot-password',
  oauthCallback: '/oauth/callback',
  profile: '/profile',
  terms: '/terms',
  privacy: '/privacy',
  contact: '/contact',
  changelog: '/changelog',
  bookmarklet: '/bookmarklet',
  articles: '/articles',
  article: (slug: string) => `/articles/${slug}`,
} as const
