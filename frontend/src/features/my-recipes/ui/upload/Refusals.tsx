import { useIntl } from 'react-intl'
import { refusalMessages } from '../../../../shared/i18n/refusal-messages'
import { IconButton } from '../../../../shared/ui/Button'
import { AlertIcon, CloseIcon } from '../../../../shared/ui/icons'
import type { Item } from '../../model/tray'

interface RefusalsProps {
  items: readonly Item[]
  onRemove: (key: string) => void
}

/** Refused files with reasons; the others can still be sent. */
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
                <span className="block">{intl.formatMessage(refusalMessages[reason])}</span>
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
