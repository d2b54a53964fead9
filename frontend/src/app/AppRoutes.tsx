import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { Route, Routes, useParams } from 'react-router'
import { type AppRoute, areValid, ROUTES } from '../shared/lib/routing/routes'
import { usePageTitle } from '../shared/ui/usePageTitle'
import { NotFoundPage } from './ErrorPage'
import { GuardedPage } from './GuardedPage'
import { PublicPage } from './PublicPage'
import type { Screen } from './screens'

export type RoutedScreen = Screen & Pick<AppRoute, 'path' | 'layout' | 'guard' | 'needs'>

const PUBLIC_PATHS = Object.values(ROUTES)
  .filter(({ of }) => of === 'site')
  .map(({ path }) => path)

/** Routes of the app. Paths have no language: the router's basename is the language prefix. */
export function AppRoutes({ screens }: { screens: readonly RoutedScreen[] }) {
  return (
    <Routes>
      {screens.map((screen) => (
        <Route key={screen.path} path={screen.path} element={<RoutedPage screen={screen} />} />
      ))}
      {PUBLIC_PATHS.map((path) => (
        <Route key={path} path={path} element={<PublicPage />} />
      ))}
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  )
}

/** Renders a route's screen, or the 404 page if a path parameter is malformed. */
function RoutedPage({ screen }: { screen: RoutedScreen }) {
  if (!areValid(useParams())) return <NotFoundPage />
  return (
    <GuardedPage guard={screen.guard} needs={screen.needs}>
      <TitledPage screen={screen} />
    </GuardedPage>
  )
}

function TitledPage({ screen: { title, layout, page } }: { screen: RoutedScreen }) {
  const intl = useIntl()
  const Layout = LAYOUTS[layout]
  return (
    <Layout>
      {title !== null && <PageTitle>{intl.formatMessage(title)}</PageTitle>}
      {page}
    </Layout>
  )
}

function PageTitle({ children }: { children: string }) {
  usePageTitle(children)
  return null
}

const LAYOUTS: Readonly<Record<AppRoute['layout'], (props: { children: ReactNode }) => ReactNode>> = {
  default: ({ children }) => children,
  auth: AuthLayout,
}

function AuthLayout({ children }: { children: ReactNode }) {
  return <div className="mx-auto w-full max-w-md pt-2 pb-24 sm:pt-8">{children}</div>
}
