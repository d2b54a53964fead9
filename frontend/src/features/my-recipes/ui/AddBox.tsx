import { type ComponentType, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { useRecipeStore } from '../../../shared/api/recipes/RecipesProvider'
import type { ShownRecipe } from '../../../shared/api/recipes/shown-recipes'
import type { NewUpload } from '../../../shared/api/uploads/upload-queue'
import { PASTED_TEXT } from '../../../shared/lib/importing/upload'
import { findSamePage } from '../../../shared/lib/recipe/same-page'
import { lazyComponent } from '../../../shared/ui/lazy-component'
import { Skeleton } from '../../../shared/ui/Skeleton'
import { onAskedToChoose } from './choose'
import { DropTarget } from './DropTarget'
import { FileButtons } from './FileButtons'
import { SourceBox } from './SourceBox'
import type { AddressListProps } from './several/AddressList'
import type { SharedArrivalProps } from './shared/SharedArrival'
import type { TrayProps } from './upload/Tray'
import { useHandedFiles } from './useHandedFiles'
import { useHandedOn } from './useHandedOn'

/** How long a submit waits for the list, to find duplicates. */
const WAIT_FOR_LIST_MS = 800

export interface AddBoxProps {
  /** Preview of the chosen files. */
  Tray: ComponentType<TrayProps> & { readonly load?: () => Promise<void> }
  /** Choice of several addresses. */
  AddressList: ComponentType<AddressListProps>
  /** Accepts content shared to the installed app. */
  SharedArrival: ComponentType<SharedArrivalProps>
  /** Large layout for the empty list. */
  roomy: boolean
  /** Called on an import, so that the list shows it. */
  onImport: (url: string) => void
  onUpload: (uploads: readonly NewUpload[]) => void
}

const HaveAlready = lazyComponent(async () => (await import('./HaveAlready')).HaveAlready)

/** Import box. Asks first if the list already has the page. */
export function AddBox({ Tray, AddressList, SharedArrival, roomy, onImport, onUpload }: AddBoxProps) {
  const store = useRecipeStore()
  const [same, setSame] = useState<{ url: string; recipe: ShownRecipe } | null>(null)
  const [chosen, setChosen] = useState<readonly File[] | null>(null)
  const [several, setSeveral] = useState('')
  const [handedOn, setHandedOn, isSharedTo] = useHandedOn()
  const chooser = useRef<HTMLInputElement>(null)
  const box = useRef<HTMLDivElement>(null)

  // Preloads the upload code while the user chooses: the network may fail later.
  const prepare = useCallback(() => {
    if (!navigator.onLine) return
    store.uploads.prepare()
    Tray.load?.().catch(() => undefined)
  }, [store, Tray])
  const held = useHandedFiles({ onFiles: setChosen, onWords: setHandedOn, onIntent: prepare })
  useEffect(
    () =>
      onAskedToChoose(() => {
        prepare()
        chooser.current?.click()
      }),
    [prepare],
  )

  const findSame = (url: string) => findSamePage(url, store.getSnapshot().recipes, ({ card }) => card)
  const submit = async (url: string) => {
    setSame(null)
    let recipe = findSame(url)
    if (recipe === null && !store.getSnapshot().whole) {
      await store.untilWhole(WAIT_FOR_LIST_MS)
      recipe = findSame(url)
    }
    if (recipe === null) onImport(url)
    else setSame({ url, recipe })
  }
  const closeTray = useCallback(() => {
    setChosen(null)
    box.current?.querySelector('textarea')?.focus()
  }, [])

  return (
    <div ref={box} className="flex w-full max-w-3xl flex-col gap-3">
      <div className="flex flex-col gap-1">
        <SourceBox
          key={handedOn}
          roomy={roomy}
          initial={handedOn}
          onUrl={(url) => void submit(url)}
          onText={(text) => onUpload([uploadOfText(text)])}
          onSeveral={setSeveral}
        />
        <FileButtons roomy={roomy} chooser={chooser} onIntent={prepare} onFiles={setChosen} />
      </div>
      {isSharedTo && (
        <Suspense>
          <SharedArrival onWords={setHandedOn} onFiles={setChosen} />
        </Suspense>
      )}
      {chosen !== null && (
        <Suspense fallback={<Skeleton className="h-64" />}>
          <Tray
            incoming={chosen}
            onSubmit={(uploads) => {
              onUpload(uploads)
              closeTray()
            }}
            onClose={closeTray}
            onMore={() => chooser.current?.click()}
            onBookmarks={setSeveral}
          />
        </Suspense>
      )}
      {several !== '' && (
        <Suspense fallback={<Skeleton className="h-64" />}>
          <AddressList text={several} onClose={() => setSeveral('')} />
        </Suspense>
      )}
      {same !== null && (
        <Suspense>
          <HaveAlready
            recipe={same.recipe}
            onImport={() => {
              setSame(null)
              onImport(same.url)
            }}
            onClose={() => setSame(null)}
          />
        </Suspense>
      )}
      {held && <DropTarget />}
    </div>
  )
}

/** Pasted text is uploaded as a text file. */
function uploadOfText(text: string): NewUpload {
  const blob = new Blob([text], { type: 'text/plain' })
  return {
    kind: 'FILE',
    submission: crypto.randomUUID(),
    parts: [{ name: PASTED_TEXT, contentType: 'text/plain', size: blob.size }],
    blobs: [blob],
    thumbnail: null,
  }
}
