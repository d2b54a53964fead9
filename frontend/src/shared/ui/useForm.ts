import { type ChangeEvent, type FormEvent, useState } from 'react'
import { flushSync } from 'react-dom'

/** Messages of invalid fields. */
export type FormProblems<Values> = { readonly [Field in keyof Values]?: string | null }

interface FormOptions<Values> {
  readonly initial: Values
  /** Values that the caller keeps, for example in a stored draft; without them the form keeps its own. */
  readonly kept?: Values
  /** Checks the values on submit. */
  readonly check?: (values: Values) => FormProblems<Values>
  /** Whether a submit is running; others are then ignored. */
  readonly busy: boolean
  readonly onSubmit: (values: Values) => void
  /** Called with each change, for example to clear the server's refusal or to store a draft. */
  readonly onChange?: (values: Values) => void
}

/**
 * Values and validation messages of a form. Problems appear on submit and disappear with the next change of their
 * field; the first invalid field gets focus.
 */
export function useForm<Values extends object>({
  initial,
  kept,
  check,
  busy,
  onSubmit,
  onChange,
}: FormOptions<Values>) {
  const [own, setOwn] = useState(initial)
  const values = kept ?? own
  const [problems, setProblems] = useState<FormProblems<Values>>({})

  const set = (changes: Partial<Values>) => {
    const next = { ...values, ...changes }
    setOwn(next)
    setProblems((known) => ({ ...known, ...Object.fromEntries(Object.keys(changes).map((name) => [name, null])) }))
    onChange?.(next)
  }

  return {
    values,
    problems,
    set,
    /** Resets to the first values. */
    reset: () => {
      setOwn(initial)
      setProblems({})
    },
    onSubmit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault()
      if (busy) return
      const found = check?.(values) ?? {}
      const form = event.currentTarget
      flushSync(() => setProblems(found))
      if (Object.values(found).some((problem) => problem != null))
        form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
      else onSubmit(values)
    },
    /** Props of a text field. */
    field: <Field extends keyof Values & string>(name: Field) => ({
      name,
      value: values[name],
      problem: problems[name] ?? null,
      onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
        set({ [name]: target.value } as unknown as Partial<Values>),
    }),
  }
}

export type Form<Values extends object> = ReturnType<typeof useForm<Values>>
