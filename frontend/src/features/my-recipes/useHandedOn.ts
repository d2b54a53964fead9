import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { HAND_ON, handedOnBy } from '../../lib/importing/handed-on'

/** Set where files were shared with the installed app; they wait in a cache (`lib/importing/shared-files`). */
const SHARED = 'shared'

/**
 * What other pages and programs hand on, by the parameters of the address: words go into the box and files into the tray, and
 * no further: a link must not import anything.
 *
 * @returns the words, and what replaces them.
 */
export function useHandedOn(onFiles: (files: readonly File[]) => void): [string, (words: string) => void] {
  const [params, setParams] = useSearchParams()
  const [words, setWords] = useState('')
  const handedOn = handedOnBy(params)
  const hasFiles = params.has(SHARED)
  useEffect(() => {
    if (handedOn === null && !hasFiles) return
    if (handedOn !== null) setWords(handedOn)
    if (hasFiles) void takeFiles(onFiles)
    setParams(
      (now) => {
        const rest = new URLSearchParams(now)
        for (const name of [...HAND_ON, SHARED]) rest.delete(name)
        return rest
      },
      { replace: true },
    )
  }, [handedOn, hasFiles, setParams, onFiles])
  return [words, setWords]
}

async function takeFiles(onFiles: (files: readonly File[]) => void): Promise<void> {
  const { takeShared } = await import('../../lib/importing/shared-files')
  const files = await takeShared(caches)
  if (files.length > 0) onFiles(files)
}
