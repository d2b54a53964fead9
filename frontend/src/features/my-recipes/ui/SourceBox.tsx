import { type FormEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import { defineMessages, FormattedMessage, type MessageDescriptor, useIntl } from 'react-intl'
import type { UrlProblem } from '../../../shared/lib/importing/submitted-url'
import { Button } from '../../../shared/ui/Button'
import { AddIcon, AlertIcon, LinkIcon, PageIcon } from '../../../shared/ui/icons'
import { readSubmitted } from '../model/submitted-text'

const problems: Record<Exclude<UrlProblem, 'several'>, MessageDescriptor> = defineMessages({
  empty: { id: 'urlBox.empty', defaultMessage: 'Paste a recipe’s link or text first.' },
  malformed: {
    id: 'urlBox.malformed',
    defaultMessage: 'That isn’t a web link. Copy it from your browser’s address bar, like https://example.com/soup.',
  },
  'not-http': {
    id: 'urlBox.notHttp',
    defaultMessage: 'We can import only links that start with https:// or http://.',
  },
})

/** Visible lines before it scrolls. */
const MAX_LINES = 8

interface SourceBoxProps {
  initial?: string
  /** Whether the button stays large on small windows. */
  roomy?: boolean
  onUrl: (url: string) => void
  onText: (text: string) => void
  /** Receives a text with several addresses. */
  onSeveral: (text: string) => void
}

/** Input for addresses, a message with an address, or recipe text. Other input is refused beside it. */
export function SourceBox({ initial = '', roomy = true, onUrl, onText, onSeveral }: SourceBoxProps) {
  const intl = useIntl()
  const inputId = useId()
  const problemId = useId()
  const input = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState(initial)
  const [problem, setProblem] = useState<keyof typeof problems | null>(null)
  const isText = 'text' in readSubmitted(text)
  const lines = Math.min(text.split('\n').length, MAX_LINES)

  const clear = () => {
    setProblem(null)
    setText('')
  }
  const submitText = (words: string) => {
    clear()
    input.current?.focus()
    onText(words)
  }
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    const submitted = readSubmitted(text)
    if ('problem' in submitted) {
      if (submitted.problem === 'several') {
        clear()
        onSeveral(text)
        return
      }
      setProblem(submitted.problem)
      input.current?.focus()
    } else if ('text' in submitted) {
      submitText(submitted.text)
    } else {
      clear()
      onUrl(submitted.url)
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.shiftKey) return
    // Enter submits an address; in multi-line text Ctrl+Enter does.
    if (text.includes('\n') && !event.ctrlKey && !event.metaKey) return
    event.preventDefault()
    submit()
  }

  const Icon = isText ? PageIcon : LinkIcon
  const readable = problem !== null && problem !== 'empty' && /\s/.test(text.trim())
  return (
    <form noValidate onSubmit={submit} className="flex w-full flex-col" data-source={isText ? 'text' : 'address'}>
      <label htmlFor={inputId} className="sr-only">
        <FormattedMessage id="urlBox.label" defaultMessage="Recipe link or text" />
      </label>
      <div className={`flex gap-2 ${roomy || isText ? 'flex-col sm:flex-row sm:items-end' : 'items-end'}`}>
        <div className="relative min-w-0 flex-1">
          <Icon className="pointer-events-none absolute top-4 left-4 size-5 text-muted" />
          <textarea
            ref={input}
            id={inputId}
            name="url"
            rows={lines}
            inputMode={isText ? 'text' : 'url'}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            enterKeyHint={text.includes('\n') ? 'enter' : 'go'}
            value={text}
            placeholder={intl.formatMessage({
              id: 'urlBox.placeholder',
              defaultMessage: 'Paste a link or text',
            })}
            aria-invalid={problem !== null}
            aria-describedby={problem === null ? undefined : problemId}
            onKeyDown={onKeyDown}
            onChange={(event) => {
              setText(event.target.value)
              setProblem(null)
            }}
            className={`block min-h-13 w-full resize-none border bg-surface py-[0.8125rem] pr-5 pl-12 text-base leading-6 shadow-card placeholder:text-muted focus-visible:outline-offset-0 ${lines === 1 ? 'overflow-hidden rounded-[1.625rem] whitespace-nowrap' : 'rounded-2xl'} ${problem === null ? 'border-line-strong' : 'border-danger'}`}
          />
        </div>
        <Button type="submit" className={`min-h-13 sm:min-w-36 ${roomy || isText ? '' : 'max-sm:w-13 max-sm:px-0'}`}>
          {isText ? (
            <FormattedMessage id="urlBox.readText" defaultMessage="Import this text" />
          ) : (
            <>
              <span className={roomy ? '' : 'max-sm:sr-only'}>
                <FormattedMessage id="urlBox.submit" defaultMessage="Get recipe" />
              </span>
              {!roomy && <AddIcon className="size-6 sm:hidden" />}
            </>
          )}
        </Button>
      </div>
      <div role="alert">
        {problem !== null && (
          <p id={problemId} className="flex items-start gap-2 px-2 pt-2 text-sm font-medium text-danger">
            <AlertIcon className="mt-px size-5" />
            {intl.formatMessage(problems[problem])}
          </p>
        )}
      </div>
      {readable && (
        <Button variant="quiet" onClick={() => submitText(text.trim())} className="mt-2 self-start">
          <PageIcon />
          <FormattedMessage id="urlBox.readText" defaultMessage="Import this text" />
        </Button>
      )}
    </form>
  )
}
