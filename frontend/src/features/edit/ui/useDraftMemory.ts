import { useEffect, useRef, useState } from 'react'
import { StoredCollection } from '../../../shared/lib/browser/stored-value'
import type { Base, Draft } from '../../../shared/lib/editing/draft'
import { FORGOTTEN_AFTER_MS, STORED_DRAFT, type StoredDraft } from '../../../shared/lib/editing/stored-draft'
import { useLatest } from '../../../shared/ui/useLatest'

/** Delay of a write after the last change. */
const KEEP_AFTER_MS = 400

const drafts = () => new StoredCollection<StoredDraft>('zest.draft.', STORED_DRAFT)

/** Unsaved draft of an earlier visit, read once. Deletes expired drafts of all recipes. */
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

/** Stores the draft while it has unsaved changes. The returned function deletes it, after saving or discarding. */
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
