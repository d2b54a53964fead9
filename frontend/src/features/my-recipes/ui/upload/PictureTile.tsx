import { useIntl } from 'react-intl'
import { BackIcon, CloseIcon, GripIcon, PictureIcon } from '../../../../shared/ui/icons'
import type { ReadyItem } from '../../model/tray'

interface PictureTileProps {
  picture: ReadyItem
  /** Index of the photo, from 0. */
  place: number
  count: number
  ordered: boolean
  /** Whether it is the drop target. */
  isTarget: boolean
  onStep: (by: number, part: string) => void
  onRemove: (key: string) => void
}

/** A photo with its page number and controls. */
export function PictureTile({ picture, place, count, ordered, isTarget, onStep, onRemove }: PictureTileProps) {
  const intl = useIntl()
  const name = picture.name ?? ''
  const step = 'grid h-10 flex-1 place-items-center text-ink hover:bg-sunken disabled:text-line-strong'
  return (
    <li
      data-tile={picture.key}
      className={`group/tile relative flex flex-col overflow-hidden rounded-xl border bg-surface data-dragged:z-20 data-dragged:shadow-float ${isTarget ? 'border-accent outline-2 outline-accent' : 'border-line-strong'} ${ordered ? 'pointer-fine:cursor-grab' : ''}`}
    >
      {picture.thumbnail === null ? (
        <div className="grid aspect-[3/4] place-items-center gap-1 bg-sunken p-2 text-center text-xs text-muted">
          <span className="flex flex-col items-center gap-1 wrap-anywhere">
            <PictureIcon className="size-8" />
            {name}
          </span>
        </div>
      ) : (
        <img
          src={picture.thumbnail}
          alt={name}
          draggable={false}
          className="aspect-[3/4] w-full bg-sunken object-cover object-top"
        />
      )}
      {ordered && (
        <div className="flex border-t border-line">
          <button
            type="button"
            data-part="earlier"
            disabled={place === 0}
            onClick={() => onStep(-1, 'earlier')}
            aria-label={intl.formatMessage(
              { id: 'tray.up', defaultMessage: 'Move page {page, number} up: {name}' },
              { page: place + 1, name },
            )}
            className={step}
          >
            <BackIcon className="size-4.5" />
          </button>
          <span
            data-grip
            data-page={place + 1}
            className="flex w-12 cursor-grab touch-none items-center justify-center font-semibold tabular-nums"
          >
            <GripIcon className="-ml-1 size-4 text-line-strong" />
            {intl.formatNumber(place + 1)}
          </span>
          <button
            type="button"
            data-part="later"
            disabled={place === count - 1}
            onClick={() => onStep(1, 'later')}
            aria-label={intl.formatMessage(
              { id: 'tray.down', defaultMessage: 'Move page {page, number} down: {name}' },
              { page: place + 1, name },
            )}
            className={step}
          >
            <BackIcon className="size-4.5 rotate-180" />
          </button>
        </div>
      )}
      <button
        type="button"
        onClick={() => onRemove(picture.key)}
        aria-label={intl.formatMessage({ id: 'tray.remove', defaultMessage: 'Remove {name}' }, { name })}
        className="absolute top-0.5 right-0.5 grid size-9 place-items-center text-ink"
      >
        <span className="grid size-7 place-items-center rounded-full bg-surface shadow-card">
          <CloseIcon className="size-4" />
        </span>
      </button>
    </li>
  )
}
