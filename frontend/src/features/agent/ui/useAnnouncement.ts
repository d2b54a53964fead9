import { useEffect, useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import type { Turn } from '../api/chat-store'

/**
 * Screen-reader announcements of a conversation: the start of an answer and each completed block, not single tokens or
 * old messages.
 */
export function useAnnouncement(turns: readonly Turn[], isReady: boolean): string {
  const intl = useIntl()
  const said = useRef<Set<string> | null>(null)
  const [words, setWords] = useState('')
  useEffect(() => {
    if (!isReady) return
    const news: string[] = []
    const known = said.current ?? new Set<string>()
    const say = (key: string, text: string) => {
      if (known.has(key)) return
      known.add(key)
      news.push(text)
    }
    for (const { id, phase, blocks } of turns) {
      if (phase === 'answering') {
        say(id, intl.formatMessage({ id: 'agent.live.answering', defaultMessage: 'The assistant is answering.' }))
      }
      for (const block of blocks) {
        const key = `${id}.${block.block}`
        if (block.kind === 'text' && block.isDone) say(key, block.text)
        else if (block.kind === 'toolUse') {
          say(
            key,
            intl.formatMessage({
              id: 'agent.live.suggests',
              defaultMessage: 'Suggested changes are below the answer.',
            }),
          )
        }
      }
    }
    const isFirst = said.current === null
    said.current = known
    if (!isFirst && news.length > 0) setWords(news.join(' '))
  }, [turns, isReady, intl])
  return words
}
