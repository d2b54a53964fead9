import { type ReactNode, useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useSession } from '../../api/SessionProvider'
import { rememberDestination } from '../../lib/destination'
import { paths } from '../../lib/paths'

/** Around a page that only members have: sends guests to the sign-in, and back afterwards. */
export function RequireLogin({ children, loading = null }: { children: ReactNode; loading?: ReactNode }) {
  const session = useSession()
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const guest = session.phase === 'guest'
  useEffect(() => {
    if (!guest) return
    rememberDestination(pathname + search + hash)
    void navigate(paths.login, { replace: true })
  }, [guest, pathname, search, hash, navigate])
  return session.phase === 'member' ? children : loading
}
