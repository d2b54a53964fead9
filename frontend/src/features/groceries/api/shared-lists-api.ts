import { useMemo } from 'react'
import {
  CHANGE_SHARED_LIST,
  CREATE_SHARED_LIST,
  END_SHARED_LIST,
  GET_SHARED_LIST,
  LIST_SHARED_LISTS,
} from '../../../contract/shared-list-operations'
import { useApiClient } from '../../../shared/api/ApiClientProvider'
import type { Analytics } from '../../../shared/api/analytics'
import type { ApiClient } from '../../../shared/api/api-client'
import { useRecord } from '../../../shared/api/useRecord'
import { asProblem, Problem } from '../../../shared/lib/errors'
import type { ItemChange, ListChange, LoadedList } from '../model/shared-list'

/** The server's sentences about shared lists. */
const GONE = 'Shared list not found'
const FULL = 'a shared list has at most 200 items'
const TOO_MANY = 'you have 10 shared lists. End one first.'

/** Whether the list was ended or has expired. */
export function isGone(thrown: unknown): boolean {
  return asProblem(thrown).detail === GONE
}

export function isFull(thrown: unknown): boolean {
  return asProblem(thrown).detail === FULL
}

export function areTooMany(thrown: unknown): boolean {
  return asProblem(thrown).detail === TOO_MANY
}

/** Calls of lists shared by link. Each rejects with a `Problem`. */
export class SharedListsApi {
  readonly #send: ApiClient['send']
  readonly #record: Analytics['record']

  constructor({ send }: Pick<ApiClient, 'send'>, record: Analytics['record']) {
    this.#send = send
    this.#record = record
  }

  /** Shares a list. Idempotent: the same id gives the stored one. */
  async create(id: string, items: readonly ItemChange[]): Promise<LoadedList> {
    const { createSharedList } = await this.#send(CREATE_SHARED_LIST, { input: { id, items: [...items] } })
    this.#record({ name: 'shopping_list_shared', ingredient_count: items.length })
    return found(createSharedList)
  }

  async get(id: string): Promise<LoadedList> {
    return found((await this.#send(GET_SHARED_LIST, { id })).getSharedList)
  }

  /** The caller's own lists, latest first. */
  async own(): Promise<readonly (LoadedList & { readonly id: string })[]> {
    return (await this.#send(LIST_SHARED_LISTS, {})).listSharedLists
  }

  async change(id: string, items: readonly ItemChange[]): Promise<ListChange> {
    return found((await this.#send(CHANGE_SHARED_LIST, { input: { id, items: [...items] } })).changeSharedList)
  }

  async end(id: string): Promise<void> {
    await this.#send(END_SHARED_LIST, { id })
  }
}

function found<T>(answer: T | null): T {
  if (answer === null) throw new Problem('UNKNOWN')
  return answer
}

export function useSharedListsApi(): SharedListsApi {
  const server = useApiClient()
  const record = useRecord()
  return useMemo(() => new SharedListsApi(server, record), [server, record])
}
