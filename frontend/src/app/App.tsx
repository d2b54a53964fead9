import { Suspense } from 'react'
import { isAppRoute, ROUTE_NAMES, ROUTES } from '../shared/lib/routing/routes'
import { AppRoutes, type RoutedScreen } from './AppRoutes'
import { Shell } from './Shell'
import { SCREENS } from './screens'

const ROUTED: readonly RoutedScreen[] = ROUTE_NAMES.filter(isAppRoute).map((name) => ({
  ...ROUTES[name],
  ...SCREENS[name],
}))

export function App() {
  return (
    <Shell>
      <Suspense>
        <AppRoutes screens={ROUTED} />
      </Suspense>
    </Shell>
  )
}
