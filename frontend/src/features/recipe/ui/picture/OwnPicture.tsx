import { type ReactNode, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import type { Recipe } from '../../../../shared/lib/recipe/recipe'
import { Button, IconButton } from '../../../../shared/ui/Button'
import { CameraIcon } from '../../../../shared/ui/icons'
import { lazyComponent } from '../../../../shared/ui/lazy-component'
import { loading } from '../../../../shared/ui/loading-bar'
import { useLatest } from '../../../../shared/ui/useLatest'

const PictureDialog = lazyComponent(async () => (await loading.track(import('./PictureDialog'))).PictureDialog)

export interface OwnPictureProps {
  recipe: Recipe
  /** CSS class of the drop area. */
  className: string
  /** Whether the button has an icon only. */
  isSmall?: boolean
  /** Called with the recipe after a photo change. */
  onChanged?: (recipe: Recipe) => void
  children: ReactNode
}

/** Photo with a button to replace it, and a drop area. */
export function OwnPicture({ recipe, className, isSmall = false, onChanged, children }: OwnPictureProps) {
  const intl = useIntl()
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
  const label =
    recipe.imageUrl === null
      ? intl.formatMessage({ id: 'picture.add', defaultMessage: 'Add a photo' })
      : intl.formatMessage({ id: 'picture.change', defaultMessage: 'Change photo' })
  return (
    <>
      <div ref={ground} className={`relative ${className}`}>
        {children}
        {held && (
          <div
            aria-hidden="true"
            className="pointer-events-none absolute inset-0 border-4 border-dashed border-accent bg-page/70 sm:rounded-2xl"
          />
        )}
        {isSmall ? (
          <IconButton
            label={label}
            onClick={() => setOpen(true)}
            className="absolute right-1.5 bottom-1.5 size-9! bg-surface/90 text-ink! shadow-card md:right-2.5 md:bottom-2.5 md:size-11!"
          >
            <CameraIcon />
          </IconButton>
        ) : (
          <Button
            variant="quiet"
            onClick={() => setOpen(true)}
            className="absolute right-0 bottom-3 bg-surface sm:right-3"
          >
            <CameraIcon />
            {label}
          </Button>
        )}
      </div>
      {open && (
        <Suspense>
          <PictureDialog recipe={recipe} begun={dropped} onChanged={onChanged} onClose={close} />
        </Suspense>
      )}
    </>
  )
}

/**
 * File drops on an element.
 * @returns the element's ref, and whether a file is dragged over it
 */
function useDropped(onFile: (file: File) => void): { ground: RefObject<HTMLDivElement | null>; held: boolean } {
  const ground = useRef<HTMLDivElement>(null)
  const [held, setHeld] = useState(false)
  const latest = useLatest(onFile)
  useEffect(() => {
    const element = ground.current
    if (element === null) return
    const onOver = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files') !== true) return
      // Keeps the browser from navigating to the dropped file.
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
