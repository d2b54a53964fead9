import { type ComponentType, lazy, Suspense } from 'react'
import { Outlet, Route, Routes, useParams } from 'react-router'
import { GuestOffer } from '../features/account/GuestOffer'
import { MyRecipesPage } from '../features/my-recipes/MyRecipesPage'
import { paths } from '../lib/paths'
import { isRecipeId } from '../lib/recipe-id'
import { loading } from '../ui/loading-bar'
import { NotFoundPage } from './ErrorPage'
import { PUBLIC_PATHS, PublicPage } from './PublicPage'
import { Shell } from './Shell'
import { useDemo } from './useDemo'

/** A page in a chunk of its own; the bar at the top tells of its coming. */
function page<Props = object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  return lazy(async () => ({ default: await loading.track(load()) }))
}

/** One chunk and one component for the forms at the door, so that what was typed on one route is there on the next. */
const AuthPage = page(async () => (await import('../features/account/AuthPage')).AuthPage)
const ProfilePage = page(async () => (await import('../features/account/profile/ProfilePage')).ProfilePage)
const OAuthCallbackPage = page(async () => (await import('../features/account/OAuthCallbackPage')).OAuthCallbackPage)
const CookPage = page(async () => (await import('../features/recipe/cook/CookPage')).CookPage)
const RecipePage = page(async () => (await import('../features/recipe/RecipePage')).RecipePage)
const PrintPage = page(async () => (await import('../features/print/PrintPage')).PrintPage)
const EditPage = page(async () => (await import('../features/edit/EditPage')).EditPage)

/** Pages of one recipe; what is no id cannot have one. */
function WithRecipeId() {
  const { id = '' } = useParams()
  return isRecipeId(id) ? <Outlet /> : <NotFoundPage />
}

/**
 * The routes of the app, in every language: the router's basename is the language. The server knows them as well
 * (SiteRoutes in template.yaml); what is missing there is a 404 to whoever opens it directly.
 */
export function App() {
  const demo = useDemo()
  return (
    <Shell>
      <Suspense>
        <Routes>
          <Route
            path={paths.myRecipes}
            element={
              <>
                <MyRecipesPage demo={demo} />
                <GuestOffer />
              </>
            }
          />
          <Route path={paths.print} element={<PrintPage />} />
          <Route element={<WithRecipeId />}>
            <Route path={paths.recipe(':id')} element={<RecipePage />} />
            <Route path={paths.editRecipe(':id')} element={<EditPage />} />
            <Route path={paths.cook(':id')} element={<CookPage />} />
          </Route>
          <Route path={paths.login} element={<AuthPage route="signIn" />} />
          <Route path={paths.signup} element={<AuthPage route="signUp" />} />
          <Route path={paths.forgotPassword} element={<AuthPage route="forgotPassword" />} />
          <Route path={paths.profile} element={<ProfilePage />} />
          <Route path={paths.oauthCallback} element={<OAuthCallbackPage />} />
          {PUBLIC_PATHS.map((path) => (
            <Route key={path} path={path} element={<PublicPage />} />
          ))}
          <Route path="*" element={<NotFoundPage />} />
        </Routes>
      </Suspense>
    </Shell>
  )
}
