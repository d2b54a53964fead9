import { useEffect, useRef, useState } from 'react'

interface Handlers {
  onFiles: (files: readonly File[]) => void
  /** Called with text dropped or pasted outside a field. */
  onWords: (words: string) => void
  /** Called when dragged files enter the page or one of its elements. */
  onIntent: () => void
}

/**
 * Accepts drops and pastes anywhere on the page.
 * @returns whether files are being dragged over it
 */
export function useHandedFiles(handlers: Handlers): boolean {
  const [held, setHeld] = useState(false)
  const latest = useRef(handlers)
  useEffect(() => {
    latest.current = handlers
  })
  useEffect(() => {
    // Counts dragenter and dragleave, which fire for each element.
    let depth = 0
    const hold = (now: number) => {
      depth = now
      setHeld(depth > 0)
    }
    const onEnter = (event: DragEvent) => {
      if (!hasFiles(event)) return
      latest.current.onIntent()
      hold(depth + 1)
    }
    const onLeave = (event: DragEvent) => {
      if (hasFiles(event)) hold(Math.max(0, depth - 1))
    }
    const onOver = (event: DragEvent) => {
      // Prevents the browser from navigating to the dropped file.
      if (hasFiles(event) || !isField(event.target)) event.preventDefault()
    }
    const onDrop = (event: DragEvent) => {
      hold(0)
      const { dataTransfer } = event
      if (dataTransfer === null) return
      const files = Array.from(dataTransfer.files)
      const words = dataTransfer.getData('text/uri-list') || dataTransfer.getData('text/plain')
      if (files.length === 0 && isField(event.target)) return
      event.preventDefault()
      if (files.length > 0) latest.current.onFiles(files)
      else if (words !== '') latest.current.onWords(words)
    }
    const onPaste = (event: ClipboardEvent) => {
      const { clipboardData } = event
      if (clipboardData === null || event.defaultPrevented) return
      const words = clipboardData.getData('text/plain')
      const files = Array.from(clipboardData.files)
      // Word processors add an image of the text; prefer the text.
      if (files.length > 0 && words === '') {
        event.preventDefault()
        latest.current.onFiles(files)
      } else if (words !== '' && !isField(event.target)) {
        latest.current.onWords(words)
      }
    }
    addEventListener('dragenter', onEnter)
    addEventListener('dragleave', onLeave)
    addEventListener('dragover', onOver)
    addEventListener('drop', onDrop)
    addEventListener('paste', onPaste)
    return () => {
      removeEventListener('dragenter', onEnter)
      removeEventListener('dragleave', onLeave)
      removeEventListener('dragover', onOver)
      removeEventListener('drop', onDrop)
      removeEventListener('paste', onPaste)
    }
  }, [])
  return held
}

function hasFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes('Files') === true
}

/** Whether the target accepts text itself. */
function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, [contenteditable]')
}
