import { type ComponentType, lazy, Suspense } from 'react'
import { Navigate, Route, Routes } from 'react-router'
import { MyRecipesPage } from '../features/my-recipes/MyRecipesPage'
import { paths } from '../lib/paths'
import { loading } from '../ui/loading-bar'
import { NotFoundPage } from './NotFoundPage'
import { Shell } from './Shell'
import { useDemo } from './useDemo'

/** A page in a chunk of its own; the bar at the top tells of its coming. */
function page(load: () => Promise<ComponentType>): ComponentType {
  return lazy(async () => ({ default: await loading.track(load()) }))
}

const RecipePage = page(async () => (await import('../features/recipe/RecipePage')).RecipePage)

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
          <Route path={paths.home} element={<Navigate to={paths.myRecipes} replace />} />
          <Route path={paths.myRecipes} element={<MyRecipesPage demo={demo} />} />
          <Route path={paths.recipe(':id')} element={<RecipePage />} />
          <Route path="*" element={<NotFoundPage />} />
        </Routes>
      </Suspense>
    </Shell>
  )
}
