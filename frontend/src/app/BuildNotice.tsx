import { useEffect, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useLocation } from 'react-router'
import { type RouteName, routeOf } from '../shared/lib/routing/routes'
import { useToasts } from '../shared/ui/Toasts'
import { followBuilds } from './follow-builds'

/** Where nobody wants to be spoken to: hands are full. */
const BUSY_ROUTES: readonly (RouteName | null)[] = ['editRecipe', 'cook']

/** Offers the new version once there is one. Nothing reloads by itself. */
export function BuildNotice() {
  const intl = useIntl()
  const toasts = useToasts()
  const { pathname } = useLocation()
  const [fresh, setFresh] = useState<string | null>(null)
  const told = useRef<string | null>(null)

  useEffect(() => followBuilds(setFresh), [])

  const busy = BUSY_ROUTES.includes(routeOf(pathname))
  useEffect(() => {
    if (fresh === null || busy || told.current === fresh) return
    told.current = fresh
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

/** What is only needed when there is a new build comes then. */
async function reload(): Promise<void> {
  const { reloadWithNewBuild } = await import('./reload-with-new-build')
  await reloadWithNewBuild()
}
