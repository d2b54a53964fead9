import { useEffect, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { matchPath, useLocation } from 'react-router'
import { paths } from '../lib/paths'
import { useToasts } from '../ui/Toasts'
import { followBuilds } from './follow-builds'

/** Where nobody wants to be spoken to: hands are full. */
const BUSY_PATHS = [paths.editRecipe(':id'), paths.cook(':id')]

/** Offers the new version once there is one. Nothing reloads by itself. */
export function BuildNotice() {
  const intl = useIntl()
  const toasts = useToasts()
  const { pathname } = useLocation()
  const [fresh, setFresh] = useState<string | null>(null)
  const told = useRef<string | null>(null)

  useEffect(() => followBuilds(setFresh), [])

  const busy = BUSY_PATHS.some((pattern) => matchPath(pattern, pathname) !== null)
  useEffect(() => {
    if (fresh === null || busy || told.current === fresh) return
    told.current = fresh
    toasts.show({
      id: 'build',
      durationMs: null,
      content: <FormattedMessage id="build.ready" defaultMessage="A new version of Zest is ready." />,
      action: {
        label: intl.formatMessage({ id: 'build.reload', defaultMessage: 'Reload' }),
        onAct: () => location.reload(),
      },
    })
  }, [fresh, busy, toasts, intl])
  return null
}
