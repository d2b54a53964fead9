import { useEffect, useRef, useState } from 'react'
import { defineMessages, FormattedMessage, type MessageDescriptor, useIntl } from 'react-intl'
import { useSearchParams } from 'react-router'
import { refusalMessages } from '../../../../shared/i18n/refusal-messages'
import { SHARED, type Shared, takeShared } from '../../../../shared/lib/importing/shared-files'
import { IconButton } from '../../../../shared/ui/Button'
import { AlertIcon, CloseIcon } from '../../../../shared/ui/icons'
import { useLatest } from '../../../../shared/ui/useLatest'
import { useCallerKnown } from './useCallerKnown'

export interface SharedArrivalProps {
  onWords: (words: string) => void
  onFiles: (files: readonly File[]) => void
}

const reasons: Record<'tooLarge' | 'longText', MessageDescriptor> = {
  tooLarge: refusalMessages.tooLarge,
  ...defineMessages({
    longText: {
      id: 'shared.longText',
      defaultMessage: 'The shared text is too long. Save it as a file and add the file.',
    },
  }),
}

/**
 * Accepts content shared to the installed app: text goes into the box, files into the tray. Reports what cannot be
 * used.
 */
export function SharedArrival({ onWords, onFiles }: SharedArrivalProps) {
  const [, setParams] = useSearchParams()
  const [news, setNews] = useState<Shared | 'nothing' | null>(null)
  const isKnown = useCallerKnown()
  // Strict mode runs effects twice, but shared content can be taken only once.
  const isTaken = useRef(false)
  const take = useLatest(async () => {
    const shared = await takeShared(caches).catch(() => null)
    setNews(shared ?? 'nothing')
    if (shared !== null && shared.words !== null) onWords(shared.words)
    if (shared !== null && shared.files.length > 0) onFiles(shared.files)
    setParams(
      (now) => {
        const rest = new URLSearchParams(now)
        rest.delete(SHARED)
        return rest
      },
      { replace: true },
    )
  })
  useEffect(() => {
    if (!isKnown || isTaken.current) return
    isTaken.current = true
    void take()
  }, [isKnown, take])

  return (
    <div role="alert" className="empty:hidden">
      {news !== null && <News news={news} onClose={() => setNews(null)} />}
    </div>
  )
}

function News({ news, onClose }: { news: Shared | 'nothing'; onClose: () => void }) {
  const intl = useIntl()
  const isEmpty = news === 'nothing' || (news.words === null && news.files.length + news.leftOut.length === 0)
  if (!isEmpty && news.leftOut.length === 0) return null
  const leftOut = news === 'nothing' ? [] : news.leftOut
  const tooMany = leftOut.filter(({ reason }) => reason === 'tooMany').length
  const noRoom = leftOut.filter(({ reason }) => reason === 'noRoom').length
  return (
    <div data-shared-news className="flex items-start gap-3 rounded-xl bg-danger-soft py-1 pr-1 pl-3">
      <AlertIcon className="mt-3 size-5 text-danger" />
      <div className="flex min-w-0 flex-1 flex-col gap-2 py-2.5 text-sm wrap-anywhere">
        {news === 'nothing' && (
          <p data-reason="nothing">
            <FormattedMessage
              id="shared.nothing"
              defaultMessage="The shared item didn’t arrive. Share it again, or add it here."
            />
          </p>
        )}
        {news !== 'nothing' && isEmpty && (
          <p data-reason="empty">
            <FormattedMessage
              id="shared.empty"
              defaultMessage="There’s nothing to import in what you shared. Share a recipe’s link, text, photos or a file."
            />
          </p>
        )}
        {leftOut.map(({ name, reason }) =>
          reason === 'tooLarge' || reason === 'longText' ? (
            <p key={`${reason} ${name}`} data-reason={reason}>
              {name !== null && <b className="block font-semibold">{name}</b>}
              {intl.formatMessage(reasons[reason])}
            </p>
          ) : null,
        )}
        {tooMany > 0 && (
          <p data-reason="tooMany">
            <FormattedMessage
              id="shared.tooMany"
              defaultMessage="Too many at once: {count, plural, one {# file was} other {# files were}} skipped. Send these first, then share the rest."
              values={{ count: tooMany }}
            />
          </p>
        )}
        {noRoom > 0 && (
          <p data-reason="noRoom">
            <FormattedMessage
              id="shared.noRoom"
              defaultMessage="This device is out of space: {count, plural, one {# file was} other {# files were}} skipped. Free up space, then share the rest."
              values={{ count: noRoom }}
            />
          </p>
        )}
      </div>
      <IconButton label={intl.formatMessage({ id: 'dialog.close', defaultMessage: 'Close' })} onClick={onClose}>
        <CloseIcon className="size-4.5" />
      </IconButton>
    </div>
  )
}
