import { useEffect, useRef } from 'react'

interface StepKeysProps {
  onPrevious: () => void
  onNext: () => void
  onDone: () => void
  onExit: () => void
}

/** Elements that handle keys themselves. */
const OWN_KEYS = 'button, a, input, select, textarea, summary, [role=menu], [role=dialog], [contenteditable]'

/** Keyboard control of the whole page, for wet hands. */
export function StepKeys(props: StepKeysProps) {
  const acts = useRef(props)
  useEffect(() => {
    acts.current = props
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return
      const isOwn = event.target instanceof Element && event.target.closest(OWN_KEYS) !== null
      const { onPrevious, onNext, onDone, onExit } = acts.current
      if (event.key === 'ArrowLeft') onPrevious()
      else if (event.key === 'ArrowRight') onNext()
      else if (event.key === ' ' && !isOwn) onDone()
      else if (event.key === 'Escape' && !isOwn) onExit()
      else return
      event.preventDefault()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  return null
}
