import { useMemo } from 'react'
import { useApiClient } from '../../../shared/api/ApiClientProvider'
import type { ApiClient } from '../../../shared/api/api-client'
import { arrayOf, nullable, objectOf, oneOf, type Schema, text, time } from '../../../shared/lib/browser/schema'
import { Problem } from '../../../shared/lib/errors'
import { type NewToken, type PersonalToken, SCOPES } from '../model/personal-tokens'

const TOKEN: Schema<PersonalToken> = objectOf<PersonalToken>({
  id: text,
  name: text,
  scopes: arrayOf(oneOf(SCOPES)),
  createdAt: time,
  expiresAt: nullable(time),
  usedAt: nullable(time),
})
const LIST = objectOf({ tokens: arrayOf(TOKEN) })
const CREATED = objectOf({ token: TOKEN, secret: text })

/** The member's personal tokens. All methods reject with a `Problem`. */
export class TokenApi {
  readonly #server: Pick<ApiClient, 'call'>

  constructor(server: Pick<ApiClient, 'call'>) {
    this.#server = server
  }

  /** The member's tokens, oldest first. */
  async list(): Promise<readonly PersonalToken[]> {
    return read(LIST, await this.#server.call({ method: 'GET', path: '/api/tokens' })).tokens
  }

  /** Creates a token; returns its text, which is not available later. */
  async create({ name, scopes, days }: NewToken): Promise<string> {
    const body = { name, scopes, ...(days === null ? {} : { expiresInDays: days }) }
    return read(CREATED, await this.#server.call({ method: 'POST', path: '/api/tokens', body })).secret
  }

  async revoke(id: string): Promise<void> {
    await this.#server.call({ method: 'DELETE', path: `/api/tokens/${encodeURIComponent(id)}` })
  }
}

function read<T>(schema: Schema<T>, answer: unknown): T {
  const value = schema(answer)
  if (value === undefined) throw new Problem('UNKNOWN')
  return value
}

export function useTokenApi(): TokenApi {
  const server = useApiClient()
  return useMemo(() => new TokenApi(server), [server])
}
