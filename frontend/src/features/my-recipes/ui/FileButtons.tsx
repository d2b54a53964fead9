import { type ChangeEvent, type RefObject, useRef } from 'react'
import { FormattedMessage } from 'react-intl'
import { Button } from '../../../shared/ui/Button'
import { CameraIcon, UploadIcon } from '../../../shared/ui/icons'

interface FileButtonsProps {
  roomy: boolean
  /** The file input, also opened from elsewhere. */
  chooser: RefObject<HTMLInputElement | null>
  /** Called before the chooser opens, to preload code. */
  onIntent: () => void
  onFiles: (files: readonly File[]) => void
}

/** Buttons for the file chooser and, on phones, the camera. */
export function FileButtons({ roomy, chooser, onIntent, onFiles }: FileButtonsProps) {
  const camera = useRef<HTMLInputElement>(null)
  const take = (event: ChangeEvent<HTMLInputElement>) => {
    const files = Array.from(event.target.files ?? [])
    // Allows choosing the same file again.
    event.target.value = ''
    if (files.length > 0) onFiles(files)
  }
  const open = (input: RefObject<HTMLInputElement | null>) => {
    onIntent()
    input.current?.click()
  }
  return (
    <div className={`flex flex-wrap items-center gap-x-1 ${roomy ? 'justify-center' : '-ml-1'}`}>
      <Button variant="bare" onClick={() => open(camera)} className="pointer-fine:hidden">
        <CameraIcon />
        <FormattedMessage id="files.camera" defaultMessage="Take a photo" />
      </Button>
      <Button variant="bare" onClick={() => open(chooser)}>
        <UploadIcon />
        <span className="pointer-coarse:hidden">
          <FormattedMessage id="files.choose" defaultMessage="Choose photos or files" />
        </span>
        <span className="hidden pointer-coarse:inline">
          <FormattedMessage id="files.chooseShort" defaultMessage="Choose" />
        </span>
      </Button>
      <span className="text-sm text-muted max-sm:hidden pointer-coarse:hidden">
        <FormattedMessage id="files.drop" defaultMessage="or drop or paste them anywhere on this page" />
      </span>
      {/* No `accept`: phones would grey out unknown types, such as other apps' export files. */}
      <input ref={chooser} type="file" multiple hidden onChange={take} data-chooser="files" />
      <input ref={camera} type="file" accept="image/*" capture="environment" hidden onChange={take} />
    </div>
  )
}
