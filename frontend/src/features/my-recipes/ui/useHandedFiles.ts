import { useEffect, useRef, useState } from 'react'

interface Handlers {
  onFiles: (files: readonly File[]) => void
  /** An address or a text that was dropped or pasted where no field takes it. */
  onWords: (words: string) => void
  /** Something that may be dropped is over the page. */
  onIntent: () => void
}

/** Takes what is dropped or pasted anywhere on the page. @returns whether files are being held over it. */
export function useHandedFiles(handlers: Handlers): boolean {
  const [held, setHeld] = useState(false)
  const latest = useRef(handlers)
  useEffect(() => {
    latest.current = handlers
  })
  useEffect(() => {
    // Every element on the way is entered and left.
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
      // Otherwise the browser opens what is dropped in place of the page.
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
      // Word processors hand on a picture of the text beside the text.
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

/** Whether it takes words by itself. */
function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, [contenteditable]')
}
