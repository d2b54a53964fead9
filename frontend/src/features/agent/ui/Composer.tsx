import { type ClipboardEvent, type DragEvent, type KeyboardEvent, type RefObject, useId, useRef, useState } from 'react'
import { defineMessages, FormattedMessage, type MessageDescriptor, useIntl } from 'react-intl'
import { IconButton } from '../../../shared/ui/Button'
import { AlertIcon, CloseIcon, Icon, PageIcon, PictureIcon, UpIcon } from '../../../shared/ui/icons'
import { loading } from '../../../shared/ui/loading-bar'
import { attach } from '../model/attach'
import { type Attachment, type AttachProblem, bytesOf, MAX_TEXT_BYTES } from '../model/attachments'

interface ComposerProps {
  field: RefObject<HTMLTextAreaElement | null>
  text: string
  onText: (text: string) => void
  isAnswering: boolean
  isStopping: boolean
  /** Whether no turns are left. */
  isOver: boolean
  isBoxed: boolean
  /** Rejects if an attachment can no longer be read. */
  onSend: (text: string, attachments: readonly Attachment[]) => Promise<void>
  onStop: () => void
}

const problems: Readonly<Record<AttachProblem | 'tooLong', MessageDescriptor>> = defineMessages({
  kind: {
    id: 'agent.attach.kind',
    defaultMessage: '“{name}” isn’t supported. Use photos, PDF, Word or text files.',
  },
  unreadable: { id: 'agent.attach.unreadable', defaultMessage: 'We can’t read “{name}”, or it’s empty.' },
  tooMany: { id: 'agent.attach.tooMany', defaultMessage: 'You can attach up to 4 photos and 2 files per message.' },
  tooLarge: {
    id: 'agent.attach.tooLarge',
    defaultMessage: '“{name}” is too large. Attachments can total 700 kB per message.',
  },
  tooLong: {
    id: 'agent.AGENT_TEXT_TOO_LONG',
    defaultMessage: 'That’s too long for one message. Send a shorter part.',
  },
})

/** Message editor: Enter sends, Shift+Enter starts a new line. Files are chosen, pasted or dropped. */
export function Composer(props: ComposerProps) {
  const { field, text, onText, isAnswering, isStopping, isOver, isBoxed, onSend, onStop } = props
  const intl = useIntl()
  const id = useId()
  const picker = useRef<HTMLInputElement>(null)
  const [attached, setAttached] = useState<readonly Attachment[]>([])
  const [problem, setProblem] = useState<{ why: keyof typeof problems; name: string } | null>(null)
  const [isOverIt, setIsOverIt] = useState(false)
  const maySend = (text.trim() !== '' || attached.length > 0) && !isAnswering && !isOver

  const take = async (files: readonly File[]) => {
    setProblem(null)
    let all = attached
    for (const file of files) {
      const taken = await loading.track(attach(file, all))
      if (typeof taken === 'string') setProblem({ why: taken, name: file.name })
      else all = [...all, taken]
    }
    setAttached(all)
  }
  const send = async () => {
    if (!maySend) return
    if (bytesOf(text) > MAX_TEXT_BYTES) {
      setProblem({ why: 'tooLong', name: '' })
      return
    }
    setProblem(null)
    try {
      await onSend(text, attached)
      onText('')
      setAttached([])
    } catch {
      // A file moved since it was chosen.
      setProblem({ why: 'unreadable', name: attached[0]?.name ?? '' })
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    void send()
  }
  const onPaste = (event: ClipboardEvent) => {
    const files = Array.from(event.clipboardData.files)
    if (files.length === 0) return
    event.preventDefault()
    void take(files)
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setIsOverIt(false)
    void take(Array.from(event.dataTransfer.files))
  }
  const onDragOver = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setIsOverIt(true)
  }

  return (
    <form
      aria-label={intl.formatMessage({ id: 'agent.composer', defaultMessage: 'Your message' })}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
      onDrop={onDrop}
      onDragOver={onDragOver}
      onDragLeave={() => setIsOverIt(false)}
      className={
        isBoxed
          ? 'border-t border-line bg-surface p-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]'
          : 'sticky bottom-0 -mx-1 bg-page px-1 pt-2 pb-4'
      }
    >
      {problem !== null && (
        <p role="alert" className="mb-2 flex gap-2 text-sm font-medium text-danger">
          <AlertIcon className="mt-px size-5" />
          {intl.formatMessage(problems[problem.why], { name: problem.name })}
        </p>
      )}
      {isOver && (
        <p className="mb-2 text-sm text-muted">
          <FormattedMessage
            id="agent.AGENT_TURNS_USED_UP"
            defaultMessage="This conversation reached its limit of 20 answers. Start a new one."
          />
        </p>
      )}
      <div
        className={`flex flex-col rounded-3xl border bg-surface p-1 has-[textarea:focus-visible]:outline-3 has-[textarea:focus-visible]:outline-offset-0 has-[textarea:focus-visible]:outline-accent ${isOverIt ? 'border-accent' : 'border-line-strong'}`}
      >
        {attached.length > 0 && (
          <ul className="flex flex-wrap gap-2 p-2">
            {attached.map((one) => (
              <li
                key={one.key}
                data-attached={one.kind}
                className="flex max-w-full items-center gap-1.5 rounded-xl bg-sunken pl-3 text-sm"
              >
                {one.kind === 'image' ? <PictureIcon /> : <PageIcon />}
                <span className="max-w-40 truncate">{one.name}</span>
                <IconButton
                  label={intl.formatMessage(
                    { id: 'agent.attach.remove', defaultMessage: 'Remove {name}' },
                    { name: one.name },
                  )}
                  onClick={() => {
                    setAttached(attached.filter(({ key }) => key !== one.key))
                    field.current?.focus()
                  }}
                >
                  <CloseIcon className="size-4" />
                </IconButton>
              </li>
            ))}
          </ul>
        )}
        <div className="flex items-end">
          <IconButton
            label={intl.formatMessage({ id: 'agent.attach', defaultMessage: 'Attach a photo or file' })}
            onClick={() => picker.current?.click()}
          >
            <ClipIcon />
          </IconButton>
          <input
            ref={picker}
            type="file"
            multiple
            tabIndex={-1}
            aria-hidden="true"
            accept="image/*,.pdf,.docx,.txt,.md,.csv,.html"
            className="hidden"
            onChange={({ currentTarget }) => {
              void take(Array.from(currentTarget.files ?? []))
              currentTarget.value = ''
            }}
          />
          <label htmlFor={id} className="sr-only">
            <FormattedMessage id="agent.composer" defaultMessage="Your message" />
          </label>
          <textarea
            ref={field}
            id={id}
            rows={1}
            enterKeyHint="send"
            value={text}
            onChange={({ currentTarget }) => onText(currentTarget.value)}
            onKeyDown={onKeyDown}
            onPaste={onPaste}
            placeholder={intl.formatMessage({ id: 'agent.placeholder', defaultMessage: 'Ask the assistant' })}
            className="field-sizing-content max-h-40 min-h-11 min-w-0 flex-1 resize-none bg-transparent px-1 py-2.5 leading-6 outline-none placeholder:text-muted"
          />
          {isAnswering ? (
            <IconButton
              label={intl.formatMessage({ id: 'agent.stop', defaultMessage: 'Stop the answer' })}
              disabled={isStopping}
              onClick={onStop}
              className="bg-ink text-page hover:bg-ink hover:text-page disabled:opacity-60"
            >
              <StopIcon />
            </IconButton>
          ) : (
            <IconButton
              type="submit"
              label={intl.formatMessage({ id: 'agent.send', defaultMessage: 'Send' })}
              disabled={!maySend}
              className="bg-accent text-on-accent hover:bg-accent-strong hover:text-on-accent disabled:bg-sunken disabled:text-muted"
            >
              <UpIcon />
            </IconButton>
          )}
        </div>
      </div>
    </form>
  )
}

const ClipIcon = () => (
  <Icon>
    <path d="M18 11.5l-6.2 6.2a3.6 3.6 0 0 1-5.1-5.1l6.6-6.6a2.4 2.4 0 0 1 3.4 3.4l-6.4 6.4a1.2 1.2 0 0 1-1.7-1.7l5.8-5.8" />
  </Icon>
)

const StopIcon = () => (
  <Icon>
    <path d="M8 8h8v8H8z" fill="currentColor" />
  </Icon>
)
