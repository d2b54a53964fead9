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

/** An admin's filter of all feedback; null and empty match all. */
export interface FeedbackQuestion {
  readonly type: FeedbackType | null
  readonly status: FeedbackStatus | null
  /** Text that the message must contain, not a pattern. */
  readonly words: string
}

/** One page of a list; `nextToken` is null on the last. */
export interface FeedbackPage {
  readonly items: readonly AdminFeedback[]
  readonly nextToken: string | null
}

const PAGE_SIZE = 100
/** Only the user pool mode identifies admins. */
const AS_ADMIN = { mode: 'userPool' } as const

/** Feedback operations of users and admins. All methods reject with a `Problem`. */
export class FeedbackApi {
  readonly #send: Backend['send']

  constructor({ send }: Pick<Backend, 'send'>) {
    this.#send = send
  }

  /** Creates feedback. Idempotent by id: text changed since a lost answer is updated. */
  async create(input: CreateFeedbackInput): Promise<Feedback> {
    const { createFeedback: kept } = await this.#send(CREATE_FEEDBACK, { input })
    const answer = found(kept)
    const email = input.email ?? null
    if (answer.message === input.message.trim() && answer.type === input.type && answer.email === email) return answer
    // Stored by an earlier call whose answer was lost.
    return this.update({ id: input.id, type: input.type, message: input.message, email })
  }

  /** All feedback of the caller, newest first. */
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

  /** For admins: one page of all feedback, newest first. May be empty although more pages follow. */
  async page(question: FeedbackQuestion, nextToken: string | null): Promise<FeedbackPage> {
    const variables = { filter: filterOf(question), limit: PAGE_SIZE, nextToken }
    const { listFeedbacks } = await this.#send({ ...LIST_ALL_FEEDBACK, mode: AS_ADMIN }, variables)
    return { items: listFeedbacks?.items ?? [], nextToken: listFeedbacks?.nextToken ?? null }
  }

  /** For admins: sets an answer, a note or the status. */
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

export function useFeedbackApi(): FeedbackApi {
  const server = useApiClient()
  return useMemo(() => new FeedbackApi(server), [server])
}
