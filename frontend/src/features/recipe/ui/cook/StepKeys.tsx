import { useEffect, useRef } from 'react'

interface StepKeysProps {
  onPrevious: () => void
  onNext: () => void
  onDone: () => void
  onExit: () => void
}

/** Where a key means something of its own, it is not taken away. */
const OWN_KEYS = 'button, a, input, select, textarea, summary, [role=menu], [role=dialog], [contenteditable]'

/** The whole page listens: wet hands hit any key more easily than a button. */
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
