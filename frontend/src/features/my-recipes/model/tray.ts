/** Chosen files that are not sent yet, and a reducer for the user's actions. */

import type { NewUpload } from '../../../shared/api/uploads/upload-queue'
import { moved, without } from '../../../shared/lib/editing/rows'
import type { Prepared, Ready } from '../../../shared/lib/importing/prepare'
import { MAX_PICTURES } from '../../../shared/lib/importing/upload'

export type Item = { readonly key: string; readonly file: File } & (Prepared | { readonly state: 'checking' })
export type ReadyItem = Item & Ready

export interface TrayState {
  readonly items: readonly Item[]
  /** Whether the photos are pages of one recipe. */
  readonly together: boolean
}

export const EMPTY_TRAY: TrayState = { items: [], together: true }

export type TrayAction =
  | { readonly type: 'add'; readonly files: readonly { readonly key: string; readonly file: File }[] }
  | { readonly type: 'prepared'; readonly key: string; readonly prepared: Prepared }
  | { readonly type: 'remove'; readonly key: string }
  /** @see moved: `to` is an index among the photos. */
  | { readonly type: 'move'; readonly key: string; readonly to: number }
  | { readonly type: 'together'; readonly together: boolean }

export function changedTray(tray: TrayState, action: TrayAction): TrayState {
  const { items } = tray
  switch (action.type) {
    case 'add':
      return {
        ...tray,
        items: [...items, ...action.files.map((chosen) => ({ ...chosen, state: 'checking' as const }))],
      }
    case 'prepared':
      return {
        ...tray,
        items: items.map((item) =>
          item.key === action.key ? { key: item.key, file: item.file, ...action.prepared } : item,
        ),
      }
    case 'remove':
      return { ...tray, items: without(items, action.key) }
    case 'move': {
      const pictures = moved(picturesOf(tray), action.key, action.to)
      return { ...tray, items: [...pictures, ...items.filter(({ state }) => state !== 'picture')] }
    }
    case 'together':
      return { ...tray, together: action.together }
  }
}

export function picturesOf({ items }: TrayState): readonly ReadyItem[] {
  return items.filter((item): item is ReadyItem => item.state === 'picture')
}

export function filesOf({ items }: TrayState): readonly ReadyItem[] {
  return items.filter((item): item is ReadyItem => item.state === 'file')
}

/** Number of photos above the limit of one recipe. */
export function tooMany(tray: TrayState): number {
  return tray.together ? Math.max(0, picturesOf(tray).length - MAX_PICTURES) : 0
}

/** Number of imports that the tray creates. */
export function importCount(tray: TrayState): number {
  const pictures = picturesOf(tray).length
  return (tray.together ? Math.min(1, pictures) : pictures) + filesOf(tray).length
}

/** @param newSubmission generates a submission id */
export function uploadsOf(tray: TrayState, newSubmission: () => string): readonly NewUpload[] {
  const pictures = picturesOf(tray)
  const groups = tray.together ? (pictures.length === 0 ? [] : [pictures]) : pictures.map((one) => [one])
  return [
    ...groups.map((group) => uploadOf('PICTURE', group, newSubmission())),
    ...filesOf(tray).map((file) => uploadOf('FILE', [file], newSubmission())),
  ]
}

function uploadOf(kind: 'PICTURE' | 'FILE', items: readonly ReadyItem[], submission: string): NewUpload {
  return {
    kind,
    submission,
    parts: items.map(({ name, contentType, blob }) => ({ name, contentType, size: blob.size })),
    blobs: items.map(({ blob }) => blob),
    thumbnail: items[0]?.thumbnail ?? null,
  }
}
