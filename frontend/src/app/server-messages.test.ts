import { readFileSync } from 'node:fs'
import { createIntl } from 'react-intl'
import { describe, expect, it } from 'vitest'
import { googleProblemOf } from '../shared/api/account/sign-in-problem'
import { problemOfSentence } from '../shared/api/server-errors'
import es from '../shared/i18n/messages/es.json'
import fr from '../shared/i18n/messages/fr.json'
import { describeProblem } from '../shared/i18n/problem-messages'

interface Row {
  readonly message: string
  readonly problem?: string
  readonly signIn?: string
}

// The server's tests check that every error message is in this list.
const rows = JSON.parse(readFileSync('../infra/server-messages.json', 'utf8')) as readonly Row[]
const spanish = createIntl({ locale: 'es', messages: es })
const french = createIntl({ locale: 'fr', messages: fr })

describe('every server message has a translation', () => {
  it.each(rows.filter(({ problem }) => problem !== undefined))('$message', ({ message, problem: code }) => {
    const problem = problemOfSentence(message)
    expect(problem.code).toBe(code)
    for (const intl of [spanish, french]) {
      const sentence = describeProblem(intl, 'save', problem)
      expect(sentence).not.toContain(message)
      const source = sentence.replace(/[0-9a-f]{32}/, '{id}').replace(/\d{1,2}:\d{2}/, '{time, time, short}')
      expect(Object.values(intl.messages)).toContain(source)
    }
  })

  it.each(rows.filter(({ signIn }) => signIn !== undefined))('signing in: $message', ({ message, signIn }) => {
    expect(googleProblemOf(new Error(`PreSignUp failed with error ${message}`))).toBe(signIn)
  })
})
