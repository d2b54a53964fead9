import { type FormEvent, useId, useRef, useState } from 'react'
import { defineMessages, FormattedMessage, type MessageDescriptor, useIntl } from 'react-intl'
import { readSubmittedUrl, type UrlProblem } from '../../lib/submitted-url'
import { Button } from '../../ui/Button'
import { AddIcon, AlertIcon, LinkIcon } from '../../ui/icons'

const problems: Record<UrlProblem, MessageDescriptor> = defineMessages({
  empty: { id: 'urlBox.empty', defaultMessage: 'Paste the address of a recipe page first.' },
  malformed: {
    id: 'urlBox.malformed',
    defaultMessage:
      'This is not a web address. Copy it from the browser’s address bar; it looks like https://example.com/soup.',
  },
  'not-http': {
    id: 'urlBox.notHttp',
    defaultMessage: 'Only addresses that start with https:// or http:// can be imported.',
  },
  several: {
    id: 'urlBox.several',
    defaultMessage: 'There is more than one address in this text. Paste one at a time.',
  },
})

interface UrlBoxProps {
  initial?: string
  /** Otherwise the button is small where the window is. */
  roomy?: boolean
  onSubmit: (url: string) => void
}

/** The one box: takes an address, or a text that holds one. What cannot be an address is refused beside the box. */
export function UrlBox({ initial = '', roomy = true, onSubmit }: UrlBoxProps) {
  const intl = useIntl()
  const inputId = useId()
  const problemId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(initial)
  const [problem, setProblem] = useState<UrlProblem | null>(null)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const submitted = readSubmittedUrl(text)
    if ('problem' in submitted) {
      setProblem(submitted.problem)
      input.current?.focus()
      return
    }
    setProblem(null)
    setText('')
    onSubmit(submitted.url)
  }

  return (
    <form noValidate onSubmit={submit} className="flex w-full flex-col">
      <label htmlFor={inputId} className="sr-only">
        <FormattedMessage id="urlBox.label" defaultMessage="Address of a recipe page" />
      </label>
      <div className={`flex gap-2 ${roomy ? 'flex-col sm:flex-row' : ''}`}>
        <div className="relative min-w-0 flex-1">
          <LinkIcon className="pointer-events-none absolute top-1/2 left-4 size-5 -translate-y-1/2 text-muted" />
          <input
            ref={input}
            id={inputId}
            type="text"
            inputMode="url"
            name="url"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            enterKeyHint="go"
            value={text}
            placeholder={intl.formatMessage({
              id: 'urlBox.placeholder',
              defaultMessage: 'Paste a recipe’s address',
            })}
            aria-invalid={problem !== null}
            aria-describedby={problem === null ? undefined : problemId}
            onChange={(event) => {
              setText(event.target.value)
              setProblem(null)
            }}
            className={`h-13 w-full rounded-full border bg-surface pr-5 pl-12 text-base shadow-card placeholder:text-muted focus-visible:outline-offset-0 ${problem === null ? 'border-line-strong' : 'border-danger'}`}
          />
        </div>
        <Button type="submit" className={`min-h-13 sm:min-w-36 ${roomy ? '' : 'max-sm:w-13 max-sm:px-0'}`}>
          <span className={roomy ? '' : 'max-sm:sr-only'}>
            <FormattedMessage id="urlBox.submit" defaultMessage="Get recipe" />
          </span>
          {!roomy && <AddIcon className="size-6 sm:hidden" />}
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
    </form>
  )
}
