import { useMemo, useSyncExternalStore } from 'react'
import { useApiClient } from '../../../shared/api/ApiClientProvider'
import type { ApiClient } from '../../../shared/api/api-client'
import { useLatest } from '../../../shared/ui/useLatest'
import { type ChatSnapshot, ChatStore, type Place } from '../api/chat-store'

export interface Chat {
  readonly store: ChatStore
  readonly chat: ChatSnapshot
}

/** The conversation created last, reused after navigation to its address. */
const latest = new WeakMap<ApiClient, ChatStore>()

/**
 * The live store of a conversation while the component is mounted.
 * @param id null to create one with the first question; use another key for another conversation
 * @param onBegun called with the id of the created conversation
 */
export function useChat(id: string | null, place: Place, onBegun: (id: string) => void): Chat {
  const server = useApiClient()
  const tell = useLatest(onBegun)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a conversation stays where it has begun.
  const store = useMemo(() => {
    const known = latest.get(server)
    if (id !== null && known?.id === id) return known
    const made: ChatStore = new ChatStore(server, id, place, (begun) => {
      latest.set(server, made)
      tell(begun)
    })
    return made
  }, [server, id])
  const chat = useSyncExternalStore(store.subscribe, store.getSnapshot)
  return { store, chat }
}
