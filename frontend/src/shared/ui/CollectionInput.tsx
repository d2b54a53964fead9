import { type ReactNode, type SubmitEvent, useId, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { COLLECTION_LIMITS } from '../lib/recipe/collections'
import { Button } from './Button'

interface CollectionInputProps {
  label: ReactNode
  /** Existing collections, offered as completions. */
  known: readonly string[]
  initial?: string
  action: ReactNode
  /** Called with a trimmed, non-empty name. */
  onName: (name: string) => void
}

/** Input for the name of an existing or new collection. */
export function CollectionInput({ label, known, initial = '', action, onName }: CollectionInputProps) {
  const id = useId()
  const [text, setText] = useState(initial)
  const [isEmpty, setEmpty] = useState(false)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const name = text.trim()
    setEmpty(name === '')
    if (name === '') return
    setText('')
    onName(name)
  }
  return (
    <form noValidate onSubmit={submit} className="flex w-full max-w-md flex-col gap-1">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <div className="flex gap-2">
        <input
          id={id}
          type="text"
          dir="auto"
          list={`${id}-known`}
          maxLength={COLLECTION_LIMITS.characters}
          autoComplete="off"
          enterKeyHint="done"
          // biome-ignore lint/a11y/noAutofocus: the button that opened it had the focus and is removed.
          autoFocus
          value={text}
          aria-invalid={isEmpty || undefined}
          aria-describedby={isEmpty ? `${id}-problem` : undefined}
          onChange={(event) => setText(event.target.value)}
          className="h-11 min-w-0 flex-1 rounded-full border border-line-strong bg-surface px-4 text-base aria-invalid:border-danger"
        />
        <datalist id={`${id}-known`}>
          {known.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <Button type="submit">{action}</Button>
      </div>
      {isEmpty && (
        <p id={`${id}-problem`} role="alert" className="text-sm text-danger">
          <FormattedMessage id="collection.empty" defaultMessage="Enter a name for the collection." />
        </p>
      )}
    </form>
  )
}
