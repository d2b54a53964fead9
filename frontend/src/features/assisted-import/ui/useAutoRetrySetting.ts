import { useSyncExternalStore } from 'react'
import { autoRetrySetting } from '../../../shared/lib/importing/auto-retry-setting'

/** Whether the assistant is always to read what the readers find no recipe in. */
export function useAutoRetrySetting(): boolean {
  return useSyncExternalStore(autoRetrySetting.subscribe, autoRetrySetting.read)
}
