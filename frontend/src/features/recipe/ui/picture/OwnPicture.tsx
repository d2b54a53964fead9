import { lazy, type ReactNode, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import type { Recipe } from '../../../../shared/lib/recipe/recipe'
import { Button } from '../../../../shared/ui/Button'
import { CameraIcon } from '../../../../shared/ui/icons'
import { loading } from '../../../../shared/ui/loading-bar'
import { useLatest } from '../../../../shared/ui/useLatest'

const PictureDialog = lazy(async () => {
  const { PictureDialog: Loaded } = await loading.track(import('./PictureDialog'))
  return { default: Loaded }
})

export interface OwnPictureProps {
  recipe: Recipe
  /** Of the ground on which the picture lies. */
  className: string
  /** Hears of the recipe as it is with another picture. */
  onChanged?: (recipe: Recipe) => void
  /** The picture as it is shown. */
  children: ReactNode
}

/** The way to a picture of one's own: a button on the recipe's picture, or a file that is dropped there. */
export function OwnPicture({ recipe, className, onChanged, children }: OwnPictureProps) {
  const [open, setOpen] = useState(false)
  const [dropped, setDropped] = useState<File | null>(null)
  const { ground, held } = useDropped((file) => {
    setDropped(file)
    setOpen(true)
  })
  const close = () => {
    setOpen(false)
    setDropped(null)
  }
  return (
    <>
      <div ref={ground} className={`relative ${className}`}>
        {children}
        {held && (
          <div
            aria-hidden="true"
            className="pointer-events-none absolute inset-0 border-4 border-dashed border-accent bg-page/70 sm:rounded-3xl"
          />
        )}
        <Button
          variant="quiet"
          onClick={() => setOpen(true)}
          className="absolute right-0 bottom-3 bg-surface sm:right-3"
        >
          <CameraIcon />
          {recipe.imageUrl === null ? (
            <FormattedMessage id="picture.add" defaultMessage="Add a picture" />
          ) : (
            <FormattedMessage id="picture.change" defaultMessage="Change picture" />
          )}
        </Button>
      </div>
      {open && (
        <Suspense>
          <PictureDialog recipe={recipe} begun={dropped} onChanged={onChanged} onClose={close} />
        </Suspense>
      )}
    </>
  )
}

/** Takes a file that is dropped on an element. @returns the element's ref, and whether a file is held over it. */
function useDropped(onFile: (file: File) => void): { ground: RefObject<HTMLDivElement | null>; held: boolean } {
  const ground = useRef<HTMLDivElement>(null)
  const [held, setHeld] = useState(false)
  const latest = useLatest(onFile)
  useEffect(() => {
    const element = ground.current
    if (element === null) return
    const onOver = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files') !== true) return
      // Otherwise the browser opens what is dropped in place of the page.
      event.preventDefault()
      setHeld(true)
    }
    const onLeave = () => setHeld(false)
    const onDrop = (event: DragEvent) => {
      setHeld(false)
      const [file] = event.dataTransfer?.files ?? []
      if (file === undefined) return
      event.preventDefault()
      latest(file)
    }
    element.addEventListener('dragover', onOver)
    element.addEventListener('dragleave', onLeave)
    element.addEventListener('drop', onDrop)
    return () => {
      element.removeEventListener('dragover', onOver)
      element.removeEventListener('dragleave', onLeave)
      element.removeEventListener('drop', onDrop)
    }
  }, [latest])
  return { ground, held }
}
