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

/** One for all who look, so that the header and the pages say the same. */
const balances = new WeakMap<ApiClient, Balances>()

/** The store of a member's balance. */
export function useBalanceStore(): BalanceStore {
  const server = useApiClient()
  const userId = useMemberId()
  const known = balances.get(server)
  if (known?.userId === userId) return known.store
  const store = new BalanceStore(server, userId)
  balances.set(server, { userId, store })
  return store
}

/** A member's balance as it is now. */
export function useCreditBalance(): BalanceSnapshot {
  const { subscribe, getSnapshot } = useBalanceStore()
  return useSyncExternalStore(subscribe, getSnapshot)
}

/** What a member may read of their credits. */
export function useCreditApi(): CreditApi {
  const server = useApiClient()
  const userId = useMemberId()
  return useMemo(() => new CreditApi(server, userId), [server, userId])
}

/** Buying credits. */
export function usePaymentApi(): PaymentApi {
  const server = useApiClient()
  return useMemo(() => new PaymentApi(server), [server])
}

/** The member who looks. Only what a member alone is shown may ask. */
function useMemberId(): string {
  const session = useSession()
  if (session.phase !== 'member') throw new Error('credits are shown to members alone')
  return session.user.sub
}
