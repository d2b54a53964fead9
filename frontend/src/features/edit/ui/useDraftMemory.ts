import { useEffect, useRef, useState } from 'react'
import { StoredCollection } from '../../../shared/lib/browser/stored-value'
import type { Base, Draft } from '../../../shared/lib/editing/draft'
import { FORGOTTEN_AFTER_MS, STORED_DRAFT, type StoredDraft } from '../../../shared/lib/editing/stored-draft'
import { useLatest } from '../../../shared/ui/useLatest'

/** So much is lost at most when the browser dies while somebody types. */
const KEEP_AFTER_MS = 400

const drafts = () => new StoredCollection<StoredDraft>('zest.draft.', STORED_DRAFT)

/** What an earlier visit left unsaved of a recipe, looked up once; old ones of any recipe are thrown away. */
export function useLeftDraft(id: string): { left: StoredDraft | null; forget: () => void } {
  const [left, setLeft] = useState<StoredDraft | null>(() => {
    const memory = drafts()
    const now = Date.now()
    for (const draft of memory.all()) {
      if (now - Date.parse(draft.savedAt) > FORGOTTEN_AFTER_MS) memory.drop(draft.id)
    }
    return memory.all().find((draft) => draft.id === id) ?? null
  })
  const forget = () => {
    drafts().drop(id)
    setLeft(null)
  }
  return { left, forget }
}

/**
 * Keeps the draft in the browser while it has unsaved changes. The returned function forgets it for good: it was
 * saved or discarded, and the page is about to be left.
 */
export function useDraftMemory(id: string, base: Base, draft: Draft, unsaved: boolean): () => void {
  const over = useRef(false)
  const keep = useLatest(() => {
    if (over.current) return
    if (unsaved) drafts().put({ id, savedAt: new Date().toISOString(), base, draft })
    else drafts().drop(id)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the draft is the reason to keep it again.
  useEffect(() => {
    const timer = setTimeout(keep, KEEP_AFTER_MS)
    return () => clearTimeout(timer)
  }, [keep, draft, base, unsaved])
  useEffect(() => {
    addEventListener('pagehide', keep)
    return () => removeEventListener('pagehide', keep)
  }, [keep])
  return () => {
    over.current = true
    drafts().drop(id)
  }
}
