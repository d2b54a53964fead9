import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { HAND_ON, handedOnBy } from '../../../shared/lib/importing/handed-on'

/** Set where something was shared with the installed app; it waits in a cache (`shared/lib/importing/shared-files`). */
const SHARED = 'shared'

/**
 * What other pages and programs hand on by the parameters of the address: it goes into the box and no further, because a link
 * must not import anything.
 *
 * @returns the words, what replaces them, and whether the page was opened with something that was shared.
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
