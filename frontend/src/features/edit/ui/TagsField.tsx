import { type KeyboardEvent, useRef } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { fieldMessages } from '../../../shared/i18n/field-messages'
import { type Draft, type FoundProblem, withTags } from '../../../shared/lib/editing/draft'
import { CloseIcon } from '../../../shared/ui/icons'
import { Field, inputClass } from './Field'
import type { Edit } from './useEditor'

interface TagsFieldProps {
  draft: Pick<Draft, 'tags' | 'tagText'>
  problem: FoundProblem | undefined
  lang: string | undefined
  edit: Edit
}

/** Tags as chips: Enter or comma adds one, Backspace in the empty field removes the last. */
export function TagsField({ draft: { tags, tagText }, problem, lang, edit }: TagsFieldProps) {
  const intl = useIntl()
  const input = useRef<HTMLInputElement>(null)
  const add = () => edit((draft) => ({ ...draft, tags: withTags(draft.tags, draft.tagText), tagText: '' }), null)
  const remove = (tag: string) => {
    edit((draft) => ({ ...draft, tags: draft.tags.filter((one) => one !== tag) }), null)
    input.current?.focus()
  }
  const type = (text: string) => {
    edit((draft) => ({ ...draft, tagText: text }), 'tagText')
    if (/[,;\n]/.test(text)) add()
  }
  const keyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') {
      event.preventDefault()
      add()
    }
    const last = tags.at(-1)
    if (event.key === 'Backspace' && tagText === '' && last !== undefined) remove(last)
  }
  return (
    <Field
      label={<FormattedMessage {...fieldMessages.tags.label} />}
      problem={problem}
      hint={<FormattedMessage {...fieldMessages.tags.hint} />}
    >
      {(ties) => (
        <div className="flex flex-col gap-2">
          {tags.length > 0 && (
            <ul className="flex flex-wrap gap-2" lang={lang}>
              {tags.map((tag) => (
                <li
                  key={tag}
                  className="flex max-w-full items-center rounded-full bg-accent-soft pl-3 text-on-accent-soft"
                >
                  <span dir="auto" className="min-w-0 truncate">
                    {tag}
                  </span>
                  <button
                    type="button"
                    aria-label={intl.formatMessage(
                      { id: 'edit.tags.remove', defaultMessage: 'Remove tag {tag}' },
                      { tag },
                    )}
                    onClick={() => remove(tag)}
                    className="grid size-9 shrink-0 place-items-center rounded-full hover:bg-surface"
                  >
                    <CloseIcon className="size-4" />
                  </button>
                </li>
              ))}
            </ul>
          )}
          <input
            {...ties}
            ref={input}
            data-place="tags"
            type="text"
            dir="auto"
            lang={lang}
            autoComplete="off"
            enterKeyHint="done"
            value={tagText}
            onChange={(event) => type(event.target.value)}
            onKeyDown={keyDown}
            className={`${inputClass} h-12`}
          />
        </div>
      )}
    </Field>
  )
}
