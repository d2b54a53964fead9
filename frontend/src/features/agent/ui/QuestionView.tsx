import { FormattedMessage, useIntl } from 'react-intl'
import { PageIcon, PictureIcon } from '../../../shared/ui/icons'
import type { QuestionBlock } from '../model/conversation'

/** The user's message with its attachments. */
export function QuestionView({ blocks, isFaint }: { blocks: readonly QuestionBlock[]; isFaint: boolean }) {
  const intl = useIntl()
  return (
    <div data-question className={`flex max-w-[85%] flex-col items-end gap-2 self-end ${isFaint ? 'opacity-80' : ''}`}>
      <span className="sr-only">
        <FormattedMessage id="agent.you" defaultMessage="You:" />
      </span>
      {blocks.map((block, at) => {
        const key = `${block.kind}${at}`
        if (block.kind === 'text') {
          return (
            <p
              key={key}
              dir="auto"
              className="rounded-2xl rounded-br-md bg-accent-soft px-4 py-2.5 whitespace-pre-line text-on-accent-soft wrap-anywhere"
            >
              {block.text}
            </p>
          )
        }
        if (block.kind === 'image') {
          const label = intl.formatMessage({ id: 'agent.picture', defaultMessage: 'Your photo' })
          return block.bytes === null ? (
            <span key={key} className="inline-flex items-center gap-2 rounded-xl bg-sunken px-3 py-2 text-sm">
              <PictureIcon />
              {label}
            </span>
          ) : (
            <img
              key={key}
              src={`data:image/${block.format};base64,${block.bytes}`}
              alt={label}
              className="max-h-48 max-w-full rounded-2xl rounded-br-md"
            />
          )
        }
        const chip = 'inline-flex max-w-full items-center gap-2 rounded-xl bg-sunken px-3 py-2 text-sm'
        const content = (
          <>
            <PageIcon />
            <span className="wrap-anywhere">{block.name}</span>
          </>
        )
        return block.bytes === null ? (
          <span key={key} className={chip}>
            {content}
          </span>
        ) : (
          <a
            key={key}
            href={`data:application/octet-stream;base64,${block.bytes}`}
            download={`${block.name}.${block.format}`}
            className={`${chip} underline`}
          >
            {content}
          </a>
        )
      })}
    </div>
  )
}
