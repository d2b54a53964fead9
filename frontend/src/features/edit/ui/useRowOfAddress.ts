import { type RefObject, useEffect } from 'react'
import { useLocation } from 'react-router'

const PARTS: Readonly<Record<string, string>> = {
  ingredient: 'input[data-part="name"]',
  step: 'textarea[data-part="text"]',
}

/** Focuses the row in the hash: `#ingredient-3`, `#step-1`, counted from 1 without headings. */
export function useRowOfAddress(form: RefObject<HTMLFormElement | null>): void {
  const { hash } = useLocation()
  useEffect(() => {
    const [, kind = '', number] = /^#(ingredient|step)-(\d{1,3})$/.exec(hash) ?? []
    const part = PARTS[kind]
    if (part === undefined) return
    form.current?.querySelectorAll<HTMLElement>(part)[Number(number) - 1]?.focus()
  }, [form, hash])
}
