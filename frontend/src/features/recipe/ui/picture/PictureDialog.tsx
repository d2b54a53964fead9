import { type ChangeEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useApiClient } from '../../../../shared/api/ApiClientProvider'
import { useRecipeStore } from '../../../../shared/api/recipes/RecipesProvider'
import { describeProblem } from '../../../../shared/i18n/problem-messages'
import { refusalMessages } from '../../../../shared/i18n/refusal-messages'
import { prepare, type Ready, type Refusal } from '../../../../shared/lib/importing/prepare'
import type { Recipe } from '../../../../shared/lib/recipe/recipe'
import { Button } from '../../../../shared/ui/Button'
import { Dialog } from '../../../../shared/ui/Dialog'
import { AlertIcon, CameraIcon, TrashIcon, UploadIcon } from '../../../../shared/ui/icons'
import { ProgressBar } from '../../../../shared/ui/ProgressBar'
import { RecipePicture } from '../../../../shared/ui/RecipePicture'
import { useLatest } from '../../../../shared/ui/useLatest'
import { useTask } from '../../../../shared/ui/useTask'
import { givePicture, takePictureAway } from '../../api/own-picture'

interface PictureDialogProps {
  recipe: Recipe
  /** A dropped file, or null. */
  begun: File | null
  /** Called with the recipe after a photo change. */
  onChanged?: ((recipe: Recipe) => void) | undefined
  onClose: () => void
  /** Checks the chosen file; replaceable in tests. */
  look?: typeof prepare
}

/** Chooses, previews and sets a photo. Nothing changes before confirmation. */
export function PictureDialog({ recipe, begun, onChanged, onClose, look = prepare }: PictureDialogProps) {
  const intl = useIntl()
  const server = useApiClient()
  const { cache } = useRecipeStore()
  const chooser = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const way = useRef(new AbortController())
  const [chosen, setChosen] = useState<Ready | null>(null)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const { busy, problem, progress, run, cancel } = useTask<void, [Ready | null], number>(async (task, picture) => {
    if (picture === null) await takePictureAway(server, recipe.id)
    else {
      const { signal } = way.current
      const { blob } = picture
      await givePicture(server, recipe.id, picture, { signal, onProgress: (sent) => task.report(sent / blob.size) })
    }
    // Shows the server's version; if it cannot be fetched, the live list delivers it later.
    const changed = await cache.get(recipe.id).catch(() => null)
    if (!task.wanted()) return
    if (changed !== null) onChanged?.(changed)
    onClose()
  })

  const choose = async (file: File) => {
    if (busy) return
    cancel()
    const prepared = await look(file)
    const refused = prepared.state === 'refused' ? prepared.reason : prepared.state === 'file' ? 'picture' : null
    setRefusal(refused)
    setChosen(prepared.state === 'picture' ? prepared : null)
  }
  const take = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? []
    // Allows choosing the same file again.
    event.target.value = ''
    if (file !== undefined) void choose(file)
  }
  useHandedPicture(begun, choose)
  useEffect(() => {
    const controller = new AbortController()
    way.current = controller
    return () => controller.abort()
  }, [])
  const open = (input: RefObject<HTMLInputElement | null>) => input.current?.click()

  return (
    <Dialog
      title={<FormattedMessage id="picture.title" defaultMessage="Your photo" />}
      onClose={onClose}
      actions={
        <>
          {recipe.imageUrl !== null && chosen === null && (
            <Button variant="quiet" aria-disabled={busy} onClick={() => !busy && void run(null)} className="sm:mr-auto">
              <TrashIcon />
              <FormattedMessage id="picture.remove" defaultMessage="Remove photo" />
            </Button>
          )}
          <Button variant="quiet" onClick={onClose}>
            <FormattedMessage id="picture.cancel" defaultMessage="Cancel" />
          </Button>
          {chosen !== null && (
            <Button aria-disabled={busy} onClick={() => !busy && void run(chosen)}>
              <FormattedMessage id="picture.use" defaultMessage="Use this photo" />
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {chosen === null ? (
          <RecipePicture
            imageUrl={recipe.imageUrl}
            title={recipe.title}
            sizes="min(100vw, 32rem)"
            className="aspect-[4/3] w-full rounded-2xl"
          />
        ) : (
          <Chosen picture={chosen} />
        )}
        <div className="flex flex-wrap items-center gap-3">
          <Button variant="quiet" aria-disabled={busy} onClick={() => !busy && open(chooser)}>
            <UploadIcon />
            <FormattedMessage id="picture.choose" defaultMessage="Choose a photo" />
          </Button>
          <Button
            variant="quiet"
            aria-disabled={busy}
            onClick={() => !busy && open(camera)}
            className="pointer-fine:hidden"
          >
            <CameraIcon />
            <FormattedMessage id="files.camera" defaultMessage="Take a photo" />
          </Button>
          <span className="text-sm text-muted pointer-coarse:hidden">
            <FormattedMessage id="picture.drop" defaultMessage="or drop or paste it here" />
          </span>
        </div>
        <p className="text-sm text-muted">
          <FormattedMessage
            id="picture.kept"
            defaultMessage="Your photo stays when the page is checked again, without its location and date. Anyone you share the recipe with sees it."
          />
        </p>
        {busy && (
          <div role="status">
            <p className="mb-2 text-sm font-medium">
              <FormattedMessage id="picture.sending" defaultMessage="Uploading photo…" />
            </p>
            <ProgressBar part={progress ?? 0} />
          </div>
        )}
        <div role="alert" className="empty:hidden">
          {(refusal !== null || problem !== null) && (
            <p
              data-problem={refusal ?? problem?.code}
              className="flex items-start gap-2 text-sm font-medium text-danger"
            >
              <AlertIcon className="mt-px size-5" />
              {refusal !== null && intl.formatMessage(refusalMessages[refusal])}
              {refusal === null && problem !== null && describeProblem(intl, 'retry', problem)}
            </p>
          )}
        </div>
      </div>
      <input ref={chooser} type="file" accept="image/*" hidden onChange={take} data-chooser="picture" />
      <input ref={camera} type="file" accept="image/*" capture="environment" hidden onChange={take} />
    </Dialog>
  )
}

/** Preview; some formats only the server can render. */
function Chosen({ picture }: { picture: Ready }) {
  const intl = useIntl()
  if (picture.thumbnail === null) {
    return (
      <p className="grid aspect-[4/3] w-full place-items-center rounded-2xl bg-sunken p-4 text-center wrap-anywhere">
        {picture.name}
      </p>
    )
  }
  return (
    <img
      src={picture.thumbnail}
      alt={intl.formatMessage({ id: 'picture.chosen', defaultMessage: 'Selected photo' })}
      className="aspect-[4/3] w-full rounded-2xl bg-sunken object-cover"
    />
  )
}

/** Accepts dropped and pasted files, and the initial one. */
function useHandedPicture(begun: File | null, onFile: (file: File) => Promise<void>): void {
  const latest = useLatest(onFile)
  useEffect(() => {
    if (begun !== null) void latest(begun)
  }, [begun, latest])
  useEffect(() => {
    const hand = (event: Event, data: DataTransfer | null) => {
      const [file] = data?.files ?? []
      if (file === undefined) return
      event.preventDefault()
      void latest(file)
    }
    const onPaste = (event: ClipboardEvent) => hand(event, event.clipboardData)
    const onDrop = (event: DragEvent) => hand(event, event.dataTransfer)
    const onOver = (event: DragEvent) => event.preventDefault()
    addEventListener('paste', onPaste)
    addEventListener('drop', onDrop)
    addEventListener('dragover', onOver)
    return () => {
      removeEventListener('paste', onPaste)
      removeEventListener('drop', onDrop)
      removeEventListener('dragover', onOver)
    }
  }, [latest])
}
