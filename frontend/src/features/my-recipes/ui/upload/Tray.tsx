import { useCallback, useEffect, useId, useReducer, useRef } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { NewUpload } from '../../../../shared/api/uploads/upload-queue'
import { prepare } from '../../../../shared/lib/importing/prepare'
import { MAX_PICTURES } from '../../../../shared/lib/importing/upload'
import { Button, IconButton } from '../../../../shared/ui/Button'
import { AlertIcon, CloseIcon } from '../../../../shared/ui/icons'
import { useLatest } from '../../../../shared/ui/useLatest'
import { isBookmarks } from '../../model/addresses'
import { changedTray, EMPTY_TRAY, filesOf, importCount, picturesOf, tooMany, uploadsOf } from '../../model/tray'
import { FileRows } from './FileRows'
import { PagesOrRecipes } from './PagesOrRecipes'
import { PictureGrid } from './PictureGrid'
import { Refusals } from './Refusals'

export interface TrayProps {
  /** Latest chosen files; a new array is added to the tray. */
  incoming: readonly File[]
  onSubmit: (uploads: readonly NewUpload[]) => void
  onClose: () => void
  onMore: () => void
  /** Receives the text of a browser's bookmarks file, which is not uploaded. */
  onBookmarks: (text: string) => void
}

/** Preview of chosen files before the upload. */
export function Tray({ incoming, onSubmit, onClose, onMore, onBookmarks }: TrayProps) {
  const intl = useIntl()
  const titleId = useId()
  const problemId = useId()
  const [tray, dispatch] = useReducer(changedTray, EMPTY_TRAY)
  const taken = useRef<readonly File[] | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const { items } = tray
  const passOn = useLatest(onBookmarks)

  useEffect(() => {
    if (taken.current === incoming) return
    taken.current = incoming
    dispatch({ type: 'add', files: incoming.map((file) => ({ key: crypto.randomUUID(), file })) })
    heading.current?.focus()
  }, [incoming])

  // One at a time: decoding a large photo takes hundreds of MB.
  const next = items.find(({ state }) => state === 'checking')
  const nextKey = next?.key
  const nextFile = next?.file
  useEffect(() => {
    if (nextKey === undefined || nextFile === undefined) return
    let wanted = true
    void Promise.all([prepare(nextFile), bookmarksOf(nextFile)]).then(([prepared, bookmarks]) => {
      if (!wanted) return
      if (bookmarks === null) dispatch({ type: 'prepared', key: nextKey, prepared })
      else {
        dispatch({ type: 'remove', key: nextKey })
        passOn(bookmarks)
      }
    })
    return () => {
      wanted = false
    }
  }, [nextKey, nextFile, passOn])

  const remove = useCallback((key: string) => {
    dispatch({ type: 'remove', key })
    // The focused element was removed with its row.
    heading.current?.focus()
  }, [])
  const empty = items.length === 0 && taken.current === incoming
  useEffect(() => {
    if (empty) onClose()
  }, [empty, onClose])

  const pictures = picturesOf(tray)
  const count = importCount(tray)
  const checked = items.filter(({ state }) => state !== 'checking').length
  const excess = tooMany(tray)
  const stopped = count === 0 || checked < items.length || excess > 0

  return (
    <section
      aria-labelledby={titleId}
      data-tray={items.length > 0 && checked === items.length ? 'ready' : 'checking'}
      className="flex animate-arrive flex-col gap-4 rounded-3xl border border-line-strong bg-surface p-4 text-left shadow-card sm:p-5"
    >
      <div className="flex items-start gap-2">
        <h2 id={titleId} ref={heading} tabIndex={-1} className="min-w-0 flex-1 pt-1 text-xl font-semibold outline-none">
          <FormattedMessage id="tray.title" defaultMessage="Ready to import?" />
        </h2>
        <IconButton
          label={intl.formatMessage({ id: 'tray.close', defaultMessage: 'Cancel' })}
          onClick={onClose}
          className="-mt-1 -mr-2"
        >
          <CloseIcon />
        </IconButton>
      </div>
      {pictures.length > 1 && (
        <PagesOrRecipes together={tray.together} onChange={(together) => dispatch({ type: 'together', together })} />
      )}
      <PictureGrid
        pictures={pictures}
        waiting={items.filter(({ state }) => state === 'checking')}
        ordered={tray.together && pictures.length > 1}
        onMove={(key, to) => dispatch({ type: 'move', key, to })}
        onRemove={remove}
        onMore={onMore}
      />
      <FileRows files={filesOf(tray)} onRemove={remove} />
      <Refusals items={items} onRemove={remove} />
      <div role="alert">
        {excess > 0 && (
          <p id={problemId} className="flex items-start gap-2 text-sm font-medium text-danger">
            <AlertIcon className="mt-px size-5" />
            <FormattedMessage
              id="tray.tooMany"
              defaultMessage="You can use up to {limit, number} photos per recipe. Remove {excess, plural, one {one} other {#}}, or import each photo as its own recipe."
              values={{ limit: MAX_PICTURES, excess }}
            />
          </p>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <Button
          disabled={stopped}
          aria-describedby={excess > 0 ? problemId : undefined}
          onClick={() => onSubmit(uploadsOf(tray, () => crypto.randomUUID()))}
          className="min-h-12 max-sm:w-full"
        >
          {checked < items.length ? (
            <FormattedMessage
              id="tray.checking"
              defaultMessage="Checking {number, number} of {count, number}…"
              values={{ number: checked + 1, count: items.length }}
            />
          ) : (
            <FormattedMessage
              id="tray.submit"
              defaultMessage="{count, plural, =0 {Get recipe} one {Get recipe} other {Get # recipes}}"
              values={{ count }}
            />
          )}
        </Button>
      </div>
    </section>
  )
}

/** Number of bytes in which a bookmarks file is recognised. */
const HEAD_BYTES = 1_000

/** The text of a bookmarks file; null for any other file. */
async function bookmarksOf(file: File): Promise<string | null> {
  try {
    return isBookmarks(await file.slice(0, HEAD_BYTES).text()) ? await file.text() : null
  } catch {
    return null
  }
}
