import { FormattedMessage } from 'react-intl'
import { UploadIcon } from '../../../shared/ui/icons'

/** Overlay while files are dragged over the page. */
export function DropTarget() {
  return (
    <div
      data-drop
      aria-hidden="true"
      className="pointer-events-none fixed inset-0 z-50 grid animate-open place-items-center bg-page/95 p-4"
    >
      <div className="grid size-full place-items-center rounded-3xl border-4 border-dashed border-accent">
        <p className="flex flex-col items-center gap-3 text-center text-2xl font-semibold text-accent">
          <UploadIcon className="size-12" />
          <FormattedMessage id="files.dropHere" defaultMessage="Drop photos or files to get their recipes" />
        </p>
      </div>
    </div>
  )
}
