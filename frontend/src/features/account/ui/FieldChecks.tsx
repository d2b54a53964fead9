import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useIntl } from 'react-intl'
import { AlertIcon } from '../../../shared/ui/icons'
import { fieldProblem } from './field-problems'

/**
 * Says beside each field of the forms inside what is wrong with it, before anything is sent. The forms are the
 * library's, which leaves the checking to the browser; so this uses the browser's own way of refusing a form, with
 * sentences of ours in the page instead of its bubbles.
 */
export function FieldChecks({ children }: { children: ReactNode }) {
  const intl = useIntl()
  const root = useRef<HTMLDivElement>(null)
  const [complaints, setComplaints] = useState<ReadonlyMap<HTMLInputElement, string>>(new Map())

  useEffect(() => {
    const forms = root.current
    if (forms === null) return
    let focused = false

    /** The last moment before the browser checks the form, also when it is sent with the Enter key. */
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

/** One sentence at the end of a field, which from then on names it as its description. */
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
