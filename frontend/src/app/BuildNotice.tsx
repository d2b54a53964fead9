import { useEffect, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useLocation } from 'react-router'
import { type RouteName, routeOf } from '../shared/lib/routing/routes'
import { useToasts } from '../shared/ui/Toasts'
import { followBuilds } from './follow-builds'

/** Routes without notices, because the user is busy. */
const BUSY_ROUTES: readonly (RouteName | null)[] = ['editRecipe', 'cook']

/** Offers to reload when a new build is deployed. */
export function BuildNotice() {
  const intl = useIntl()
  const toasts = useToasts()
  const { pathname } = useLocation()
  const [fresh, setFresh] = useState<string | null>(null)
  const announced = useRef<string | null>(null)

  useEffect(() => followBuilds(setFresh), [])

  const busy = BUSY_ROUTES.includes(routeOf(pathname))
  useEffect(() => {
    if (fresh === null || busy || announced.current === fresh) return
    announced.current = fresh
    toasts.show({
      id: 'build',
      durationMs: null,
      content: <FormattedMessage id="build.ready" defaultMessage="A new version of Zest is ready." />,
      action: {
        label: intl.formatMessage({ id: 'build.reload', defaultMessage: 'Reload' }),
        onAct: () => void reload(),
      },
    })
  }, [fresh, busy, toasts, intl])
  return null
}

async function reload(): Promise<void> {
  const { reloadWithNewBuild } = await import('./reload-with-new-build')
  await reloadWithNewBuild()
}
