import { defineMessages, type MessageDescriptor, useIntl } from 'react-intl'
import { problemMessages } from '../../../i18n/problem-messages'
import { IconButton } from '../../../ui/Button'
import { AlertIcon, CloseIcon } from '../../../ui/icons'
import type { Refusal } from './prepare'
import type { Item } from './tray'

const ours = defineMessages({
  empty: {
    id: 'refusal.empty',
    defaultMessage: 'This file is empty. Save or export it again, then choose it again.',
  },
  unreadable: {
    id: 'refusal.unreadable',
    defaultMessage: 'This cannot be opened: it is a folder, or it was moved. Choose the files themselves.',
  },
  tooLarge: {
    id: 'refusal.tooLarge',
    defaultMessage: 'This is larger than 20 MB. Use a smaller copy, or split it into several files.',
  },
  heic: {
    id: 'refusal.heic',
    defaultMessage:
      'This browser cannot open HEIC pictures. Save it as JPEG first; on an iPhone, Settings › Camera › Formats › Most Compatible makes all new photos JPEG.',
  },
})

const sentences: Record<Refusal, MessageDescriptor> = {
  ...ours,
  picture: problemMessages.UNSUPPORTED_PICTURE,
  file: problemMessages.UNSUPPORTED_FILE,
}

interface RefusalsProps {
  items: readonly Item[]
  onRemove: (key: string) => void
}

/** What cannot be sent, each with its reason; it stops nothing else. */
export function Refusals({ items, onRemove }: RefusalsProps) {
  const intl = useIntl()
  const refused = items.filter((item) => item.state === 'refused')
  return (
    <div role="alert" className="empty:hidden">
      {refused.length > 0 && (
        <ul className="flex flex-col gap-2">
          {refused.map(({ key, file: { name }, reason }) => (
            <li
              key={key}
              data-refused={reason}
              className="flex items-start gap-3 rounded-xl bg-danger-soft py-1 pr-1 pl-3"
            >
              <AlertIcon className="mt-3 size-5 text-danger" />
              <p className="min-w-0 flex-1 py-2.5 text-sm wrap-anywhere">
                <b className="font-semibold">{name}</b>
                <span className="block">{intl.formatMessage(sentences[reason])}</span>
              </p>
              <IconButton
                label={intl.formatMessage({ id: 'tray.remove', defaultMessage: 'Remove {name}' }, { name })}
                onClick={() => onRemove(key)}
              >
                <CloseIcon className="size-4.5" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
