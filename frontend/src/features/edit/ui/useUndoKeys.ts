import { type RefObject, useEffect } from 'react'

/**
 * Undo and redo by keyboard shortcuts and the browser's menu. Replaces native undo in the form, which works per field
 * and is lost when a script writes to a field.
 */
export function useUndoKeys(form: RefObject<HTMLElement | null>, undo: () => void, redo: () => void): void {
  useEffect(() => {
    const element = form.current
    if (element === null) return
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return
      const key = event.key.toLowerCase()
      if (key !== 'z' && key !== 'y') return
      event.preventDefault()
      if (key === 'z' && !event.shiftKey) undo()
      else redo()
    }
    const onInput = (event: InputEvent) => {
      if (event.inputType !== 'historyUndo' && event.inputType !== 'historyRedo') return
      event.preventDefault()
      if (event.inputType === 'historyUndo') undo()
      else redo()
    }
    element.addEventListener('keydown', onKey)
    element.addEventListener('beforeinput', onInput)
    return () => {
      element.removeEventListener('keydown', onKey)
      element.removeEventListener('beforeinput', onInput)
    }
  }, [form, undo, redo])
}
