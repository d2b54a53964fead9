import { useMemo, useSyncExternalStore } from 'react'
import { useApiClient } from '../../../shared/api/ApiClientProvider'
import type { ApiClient } from '../../../shared/api/api-client'
import { useLatest } from '../../../shared/ui/useLatest'
import { type ChatSnapshot, ChatStore, type Place } from '../api/chat-store'

export interface Chat {
  readonly store: ChatStore
  readonly chat: ChatSnapshot
}

/** The conversation that has begun last, so that it goes on as it is once it has its address. */
const latest = new WeakMap<ApiClient, ChatStore>()

/**
 * A conversation, live for as long as it is shown.
 *
 * @param id null for one that begins with its first question; a component that shows another one gets another key.
 * @param onBegun hears the id that it has from then on.
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
