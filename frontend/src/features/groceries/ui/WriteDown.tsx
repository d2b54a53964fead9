import { type FormEvent, useId, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { Button } from '../../../shared/ui/Button'
import { PlusIcon } from '../../../shared/ui/icons'

interface WriteDownProps {
  /** Adds an item to the list; returns false if the list is full. */
  onWrite: (words: string) => boolean
}

export function WriteDown({ onWrite }: WriteDownProps) {
  const id = useId()
  const [words, setWords] = useState('')
  const [isFull, setFull] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (words.trim() === '') return
    const written = onWrite(words)
    setFull(!written)
    if (written) setWords('')
  }
  return (
    <form onSubmit={submit} className="mb-6 print:hidden">
      <label htmlFor={id} className="text-sm font-semibold text-muted">
        <FormattedMessage id="shopping.addItem" defaultMessage="Add an item" />
      </label>
      <div className="mt-1 flex gap-2">
        <input
          id={id}
          data-write-down=""
          value={words}
          maxLength={200}
          autoComplete="off"
          enterKeyHint="done"
          onChange={({ currentTarget: { value } }) => setWords(value)}
          className="min-h-11 min-w-0 flex-1 rounded-xl border border-line-strong bg-surface px-3"
        />
        <Button type="submit" variant="quiet">
          <PlusIcon />
          <FormattedMessage id="shopping.addItem.add" defaultMessage="Add" />
        </Button>
      </div>
      {isFull && (
        <p role="alert" className="mt-2 text-sm font-medium text-danger">
          <FormattedMessage id="shopping.full" defaultMessage="The list is full. Remove checked items first." />
        </p>
      )}
    </form>
  )
}
