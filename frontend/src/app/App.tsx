import { lazy, Suspense } from 'react'
import { Navigate, Route, Routes } from 'react-router'
import { MyRecipesPage } from '../features/my-recipes/MyRecipesPage'
import { NotFoundPage } from './NotFoundPage'
import { Shell } from './Shell'
import { useDemo } from './useDemo'

const RecipePage = lazy(async () => {
  const { RecipePage: default_ } = await import('../features/recipe/RecipePage')
  return { default: default_ }
})

/** The routes of the app. The landing page will take "/"; until then it leads to the list. */
export function App() {
  const demo = useDemo()
  return (
    <Shell>
      <Suspense>
        <Routes>
          <Route path="/" element={<Navigate to="/my-recipes" replace />} />
          <Route path="/my-recipes" element={<MyRecipesPage demo={demo} />} />
          <Route path="/recipes/:id" element={<RecipePage />} />
          <Route path="*" element={<NotFoundPage />} />
        </Routes>
      </Suspense>
    </Shell>
  )
}
