import { useMemo, useSyncExternalStore } from 'react'
import { useApiClient } from '../../../shared/api/ApiClientProvider'
import { useSession } from '../../../shared/api/account/SessionProvider'
import type { ApiClient } from '../../../shared/api/api-client'
import { type BalanceSnapshot, BalanceStore } from './balance-store'
import { CreditApi } from './credit-api'
import { PaymentApi } from './payment-api'

interface Balances {
  readonly userId: string
  readonly store: BalanceStore
}

/** One store per client, shared by header and pages. */
const balances = new WeakMap<ApiClient, Balances>()

export function useBalanceStore(): BalanceStore {
  const server = useApiClient()
  const userId = useMemberId()
  const known = balances.get(server)
  if (known?.userId === userId) return known.store
  const store = new BalanceStore(server, userId)
  balances.set(server, { userId, store })
  return store
}

export function useCreditBalance(): BalanceSnapshot {
  const { subscribe, getSnapshot } = useBalanceStore()
  return useSyncExternalStore(subscribe, getSnapshot)
}

export function useCreditApi(): CreditApi {
  const server = useApiClient()
  const userId = useMemberId()
  return useMemo(() => new CreditApi(server, userId), [server, userId])
}

export function usePaymentApi(): PaymentApi {
  const server = useApiClient()
  return useMemo(() => new PaymentApi(server), [server])
}

/** Id of the signed-in member. Throws for guests. */
function useMemberId(): string {
  const session = useSession()
  if (session.phase !== 'member') throw new Error('credits are shown to members alone')
  return session.user.sub
}
