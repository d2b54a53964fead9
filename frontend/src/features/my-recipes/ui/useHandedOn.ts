import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { HAND_ON, handedOnBy } from '../../../shared/lib/importing/handed-on'

/** Set when content was shared to the installed app; it waits in a cache (`shared/lib/importing/shared-files`). */
const SHARED = 'shared'

/**
 * Text passed in URL parameters by other pages and apps. It only fills the box: a link must not start an import.
 * @returns the text, its setter, and whether the page was opened for shared content
 */
export function useHandedOn(): [string, (words: string) => void, boolean] {
  const [params, setParams] = useSearchParams()
  const [words, setWords] = useState('')
  const [isSharedTo] = useState(() => params.has(SHARED))
  const handedOn = handedOnBy(params)
  useEffect(() => {
    if (handedOn === null) return
    setWords(handedOn)
    setParams(
      (now) => {
        const rest = new URLSearchParams(now)
        for (const name of HAND_ON) rest.delete(name)
        return rest
      },
      { replace: true },
    )
  }, [handedOn, setParams])
  return [words, setWords, isSharedTo]
}
