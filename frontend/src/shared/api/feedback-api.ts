import { useMemo } from 'react'
import {
  ANSWER_FEEDBACK,
  CREATE_FEEDBACK,
  DELETE_FEEDBACK,
  LIST_ALL_FEEDBACK,
  LIST_OWN_FEEDBACK,
  UPDATE_FEEDBACK,
} from '../../contract/feedback-operations'
import type {
  CreateFeedbackInput,
  FeedbackFilterInput,
  ListOwnFeedbackQuery,
  UpdateFeedbackInput,
} from '../../contract/operations'
import { Problem } from '../lib/errors'
import type { AdminFeedback, Feedback, FeedbackStatus, FeedbackType } from '../lib/feedback/feedback'
import { useApiClient } from './ApiClientProvider'
import type { Backend } from './backend'

/** Which of everybody's feedback an admin looks at; null and empty for all. */
export interface FeedbackQuestion {
  readonly type: FeedbackType | null
  readonly status: FeedbackStatus | null
  /** What stands in its message, letter by letter. */
  readonly words: string
}

/** One page of a list; `nextToken` is null on the last. */
export interface FeedbackPage {
  readonly items: readonly AdminFeedback[]
  readonly nextToken: string | null
}

const PAGE_SIZE = 100
/** The user pool's mode: in it alone the server knows who is an admin. */
const AS_ADMIN = { mode: 'userPool' } as const

/** Writing feedback and reading what came back. Everything rejects with a `Problem`. */
export class FeedbackApi {
  readonly #send: Backend['send']

  constructor({ send }: Pick<Backend, 'send'>) {
    this.#send = send
  }

  /** Sends it, once however often: what was changed since a lost answer is changed there, too. */
  async create(input: CreateFeedbackInput): Promise<Feedback> {
    const { createFeedback: kept } = await this.#send(CREATE_FEEDBACK, { input })
    const answer = found(kept)
    const email = input.email ?? null
    if (answer.message === input.message.trim() && answer.type === input.type && answer.email === email) return answer
    // Kept from an earlier try, whose answer was lost. What the server has tidied comes back as it is.
    return this.update({ id: input.id, type: input.type, message: input.message, email })
  }

  /** All that the caller has written, the newest first. */
  async own(): Promise<Feedback[]> {
    const all: Feedback[] = []
    let nextToken: string | null = null
    do {
      const answer: ListOwnFeedbackQuery = await this.#send(LIST_OWN_FEEDBACK, { limit: PAGE_SIZE, nextToken })
      all.push(...(answer.listFeedbacks?.items ?? []))
      nextToken = answer.listFeedbacks?.nextToken ?? null
    } while (nextToken !== null)
    return all
  }

  async update(input: UpdateFeedbackInput): Promise<Feedback> {
    const { updateFeedback } = await this.#send(UPDATE_FEEDBACK, { input })
    return found(updateFeedback)
  }

  async remove(id: string): Promise<void> {
    await this.#send(DELETE_FEEDBACK, { id })
  }

  /** For admins: a page of everybody's, the newest first. It may hold few, or none, and have more behind it. */
  async page(question: FeedbackQuestion, nextToken: string | null): Promise<FeedbackPage> {
    const variables = { filter: filterOf(question), limit: PAGE_SIZE, nextToken }
    const { listFeedbacks } = await this.#send({ ...LIST_ALL_FEEDBACK, mode: AS_ADMIN }, variables)
    return { items: listFeedbacks?.items ?? [], nextToken: listFeedbacks?.nextToken ?? null }
  }

  /** For admins: answers, notes or closes. */
  async answer(input: UpdateFeedbackInput): Promise<AdminFeedback> {
    const { updateFeedback } = await this.#send({ ...ANSWER_FEEDBACK, mode: AS_ADMIN }, { input })
    return found(updateFeedback)
  }
}

function filterOf({ type, status, words }: FeedbackQuestion): FeedbackFilterInput | null {
  const filter: FeedbackFilterInput = {
    ...(type === null ? {} : { type: { eq: type } }),
    ...(status === null ? {} : { status: { eq: status } }),
    ...(words.trim() === '' ? {} : { message: { contains: words.trim() } }),
  }
  return Object.keys(filter).length === 0 ? null : filter
}

function found<T>(answer: T | null): T {
  if (answer === null) throw new Problem('UNKNOWN')
  return answer
}

/** Writing feedback and reading what came back, over the connection that is there for every page. */
export function useFeedbackApi(): FeedbackApi {
  const server = useApiClient()
  return useMemo(() => new FeedbackApi(server), [server])
}
