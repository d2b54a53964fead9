import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useIntl } from 'react-intl'
import { AlertIcon } from '../../../shared/ui/icons'
import { fieldProblem } from './field-problems'

/**
 * Shows validation messages beside each field before the form is sent. Amplify relies on browser validation; this
 * replaces the browser's bubbles.
 */
export function FieldChecks({ children }: { children: ReactNode }) {
  const intl = useIntl()
  const root = useRef<HTMLDivElement>(null)
  const [complaints, setComplaints] = useState<ReadonlyMap<HTMLInputElement, string>>(new Map())

  useEffect(() => {
    const forms = root.current
    if (forms === null) return
    let focused = false

    /** Runs just before the browser validates the form, also on Enter. */
    const onClick = (event: Event) => {
      const button = event.target instanceof Element ? event.target.closest('button[type="submit"]') : null
      const form = button?.closest('form')
      if (form === null || form === undefined) return
      focused = false
      for (const input of form.querySelectorAll('input')) {
        const problem = fieldProblem(contentOf(input, form))
        input.setCustomValidity(problem === null ? '' : intl.formatMessage(problem))
      }
    }
    const onInvalid = (event: Event) => {
      const input = event.target
      if (!(input instanceof HTMLInputElement)) return
      event.preventDefault()
      setComplaints((now) => new Map(now).set(input, input.validationMessage))
      if (!focused) input.focus()
      focused = true
    }
    const onInput = (event: Event) => {
      const input = event.target
      if (!(input instanceof HTMLInputElement)) return
      input.setCustomValidity('')
      setComplaints((now) => {
        if (!now.has(input)) return now
        const rest = new Map(now)
        rest.delete(input)
        return rest
      })
    }
    forms.addEventListener('click', onClick, true)
    forms.addEventListener('invalid', onInvalid, true)
    forms.addEventListener('input', onInput, true)
    return () => {
      forms.removeEventListener('click', onClick, true)
      forms.removeEventListener('invalid', onInvalid, true)
      forms.removeEventListener('input', onInput, true)
    }
  }, [intl])

  return (
    <div ref={root}>
      {children}
      {Array.from(complaints, ([input, sentence]) => (
        <Complaint key={input.name} input={input} sentence={sentence} />
      ))}
    </div>
  )
}

/** Validation message at the end of a field, linked by aria-describedby. */
function Complaint({ input, sentence }: { input: HTMLInputElement; sentence: string }) {
  const id = useId()
  const [place] = useState(() => document.createElement('div'))
  useEffect(() => {
    const before = input.getAttribute('aria-describedby')
    const group = input.closest('.amplify-field-group')
    group?.after(place)
    input.setAttribute('aria-invalid', 'true')
    input.setAttribute('aria-describedby', before === null ? id : `${id} ${before}`)
    return () => {
      place.remove()
      input.removeAttribute('aria-invalid')
      if (before === null) input.removeAttribute('aria-describedby')
      else input.setAttribute('aria-describedby', before)
    }
  }, [input, place, id])
  return createPortal(
    <p id={id} role="alert" className="flex items-start gap-2 pt-1.5 text-sm font-medium text-danger">
      <AlertIcon className="mt-px size-5" />
      {sentence}
    </p>,
    place,
  )
}

function contentOf(input: HTMLInputElement, form: HTMLFormElement) {
  const password = form.querySelector<HTMLInputElement>('input[name="password"]')
  return {
    name: input.name,
    value: input.value,
    isNew: input.autocomplete === 'new-password',
    password: password?.value ?? '',
  }
}
