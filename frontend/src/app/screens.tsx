import type { ReactNode } from 'react'
import { defineMessages, type MessageDescriptor } from 'react-intl'
import { type AppRouteName, isAppRoute, routeOf } from '../shared/lib/routing/routes'
import { type LazyPage, lazyPage } from './lazy-page'

export interface Screen {
  /** Null if the page sets its own title, such as a recipe's. */
  readonly title: MessageDescriptor | null
  readonly page: ReactNode
  /** Loads the page's code and messages in advance. */
  readonly load: () => Promise<void>
}

const titles = defineMessages({
  myRecipes: { id: 'page.home.title', defaultMessage: 'Zest – Get to the Recipe' },
  login: { id: 'auth.signIn.page', defaultMessage: 'Sign in – Zest' },
  signup: { id: 'auth.signUp.page', defaultMessage: 'Create account – Zest' },
  forgotPassword: { id: 'auth.forgot.page', defaultMessage: 'Reset your password – Zest' },
  oauthCallback: { id: 'auth.callback.page', defaultMessage: 'Signing in – Zest' },
})

/* The first argument is the message file of the page. Pages that link to each other offline share one. */
const MyRecipes = lazyPage('my-recipes', async () => (await import('./MyRecipesScreen')).MyRecipesScreen)
const Print = lazyPage('print', async () => (await import('../features/print/PrintPage')).PrintPage)
const Receive = lazyPage(
  'receive',
  async () => (await import('../features/my-recipes/ui/receive/ReceivePage')).ReceivePage,
)
const Recipe = lazyPage('recipe', async () => (await import('./RecipeScreen')).RecipeScreen)
const Edit = lazyPage('edit', async () => (await import('./EditScreen')).EditScreen)
const Cook = lazyPage('recipe', async () => (await import('../features/recipe/ui/cook/CookPage')).CookPage)
const Tonight = lazyPage('recipe', async () => (await import('../features/recipe/ui/tonight/TonightPage')).TonightPage)
const Shopping = lazyPage('shopping', async () => (await import('../features/groceries/ui/ShoppingPage')).ShoppingPage)
/** One component for all sign-in forms, so that typed input survives a change of route. */
const Auth = lazyPage('account', async () => (await import('../features/account/ui/AuthPage')).AuthPage)
const OAuthCallback = lazyPage(
  'account',
  async () => (await import('../features/account/ui/OAuthCallbackPage')).OAuthCallbackPage,
)
const Profile = lazyPage('profile', async () => (await import('./ProfileScreen')).ProfileScreen)
const Credits = lazyPage('credits', async () => (await import('../features/credits/ui/pages')).CreditsPage)
const CreditHistory = lazyPage('credits', async () => (await import('../features/credits/ui/pages')).HistoryPage)
const CreditSuccess = lazyPage('credits', async () => (await import('../features/credits/ui/pages')).SuccessPage)
const AdminCredits = lazyPage(
  'admin',
  async () => (await import('../features/credits/ui/admin/AdminCreditsPage')).AdminCreditsPage,
)
const Feedback = lazyPage('feedback', async () => (await import('../features/feedback/ui/pages')).FeedbackPage)
const AdminFeedback = lazyPage(
  'feedback',
  async () => (await import('../features/feedback/ui/pages')).AdminFeedbackPage,
)

const Assistant = lazyPage('assistant', async () => (await import('../features/agent/ui/pages')).AssistantPage)

export const SCREENS: Readonly<Record<AppRouteName, Screen>> = {
  myRecipes: screen(titles.myRecipes, MyRecipes, {}),
  print: screen(null, Print, {}),
  receive: screen(null, Receive, {}),
  shoppingList: screen(null, Shopping, {}),
  tonight: screen(null, Tonight, {}),
  recipe: screen(null, Recipe, {}),
  editRecipe: screen(null, Edit, {}),
  cook: screen(null, Cook, {}),
  login: screen(titles.login, Auth, { route: 'signIn' }),
  signup: screen(titles.signup, Auth, { route: 'signUp' }),
  forgotPassword: screen(titles.forgotPassword, Auth, { route: 'forgotPassword' }),
  oauthCallback: screen(titles.oauthCallback, OAuthCallback, {}),
  profile: screen(null, Profile, {}),
  credits: screen(null, Credits, {}),
  creditHistory: screen(null, CreditHistory, {}),
  creditSuccess: screen(null, CreditSuccess, {}),
  adminCredits: screen(null, AdminCredits, {}),
  feedback: screen(null, Feedback, {}),
  assistant: screen(null, Assistant, {}),
  assistantChat: screen(null, Assistant, {}),
  adminFeedback: screen(null, AdminFeedback, {}),
}

/** The screen at a path without language prefix; null if the app has none. */
export function screenAt(path: string): Screen | null {
  const route = routeOf(path)
  return route !== null && isAppRoute(route) ? SCREENS[route] : null
}

function screen<Props extends object>(title: MessageDescriptor | null, Page: LazyPage<Props>, props: Props): Screen {
  return { title, page: <Page {...props} />, load: Page.load }
}
