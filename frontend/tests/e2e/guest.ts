import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto'
import type { BrowserContext } from '@playwright/test'
import { BASE_URL } from './browser'

interface Config {
  readonly region: string
  readonly graphqlEndpoint: string
  readonly identityPoolId: string
  readonly identityPoolEndpoint: string
  readonly userPoolClientId: string
  readonly userPoolEndpoint: string
}

interface Credentials {
  readonly AccessKeyId: string
  readonly SecretKey: string
  readonly SessionToken: string
}

/** Fields of a handwritten recipe. */
export interface Written {
  readonly title: string
  readonly ingredients?: readonly Readonly<Record<string, unknown>>[]
  readonly instructions?: readonly string[]
  readonly [field: string]: unknown
}

interface UploadForm {
  readonly url: string
  readonly fields: readonly { readonly name: string; readonly value: string }[]
}

interface Progress {
  readonly status: string
  readonly errorCode: string | null
  readonly version: number
  readonly nutritionalInformation: { readonly status: string } | null
}

const WAIT_MS = 60_000
const ONCE_MORE_MS = 100

let config: Promise<Config> | undefined

export function configuration(): Promise<Config> {
  config ??= fetch(`${BASE_URL}/config.json`).then((response) => response.json() as Promise<Config>)
  return config
}

export async function cognito<T>(pool: 'identity' | 'user', operation: string, request: object): Promise<T> {
  const { identityPoolEndpoint, userPoolEndpoint } = await configuration()
  const service = pool === 'identity' ? 'AWSCognitoIdentityService' : 'AWSCognitoIdentityProviderService'
  const response = await fetch(pool === 'identity' ? identityPoolEndpoint : userPoolEndpoint, {
    method: 'POST',
    headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': `${service}.${operation}` },
    body: JSON.stringify(request),
  })
  if (!response.ok) throw new Error(`${operation}: ${response.status} ${await response.text()}`)
  return (await response.json()) as T
}

/**
 * A guest created through the API, which is much faster than in a browser. `enter` signs a browser in as this
 * guest.
 */
export class Guest {
  readonly identity: string
  readonly #credentials: Credentials

  private constructor(identity: string, credentials: Credentials) {
    this.identity = identity
    this.#credentials = credentials
  }

  static async arrive(): Promise<Guest> {
    const { identityPoolId } = await configuration()
    const { IdentityId } = await cognito<{ IdentityId: string }>('identity', 'GetId', {
      IdentityPoolId: identityPoolId,
    })
    const { Credentials } = await cognito<{ Credentials: Credentials }>('identity', 'GetCredentialsForIdentity', {
      IdentityId,
    })
    return new Guest(IdentityId, Credentials)
  }

  /** Gives a new browser context this guest's identity. */
  async enter(context: BrowserContext): Promise<void> {
    const { identityPoolId } = await configuration()
    const page = await context.newPage()
    const blank = `${BASE_URL}/favicon.ico?blank`
    await page.route(blank, (route) => route.fulfill({ contentType: 'text/html', body: '' }))
    await page.goto(blank)
    await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
      `com.amplify.Cognito.${identityPoolId}.identityId`,
      this.identity,
    ] as const)
    await page.close()
  }

  /** Imports pages by path in order (the last is the newest); returns their ids. */
  async import(...paths: readonly string[]): Promise<string[]> {
    const ids: string[] = []
    for (const path of paths) {
      const id = randomBytes(16).toString('hex')
      await this.#graphql('mutation M($input: CreateRecipeInput!) { createRecipe(input: $input) { id } }', {
        input: { id, url: `${BASE_URL}${path}` },
      })
      ids.push(id)
    }
    await Promise.all(ids.map((id) => this.#isSettled(id)))
    return ids
  }

  /** Uploads and imports photos of one recipe; returns its id. */
  async importPictures(...pictures: readonly Buffer[]): Promise<string> {
    const [id, submission] = [randomBytes(16).toString('hex'), randomUUID()]
    for (const [position, picture] of pictures.entries()) {
      const { createUpload } = await this.#graphql<{ createUpload: UploadForm }>(
        'mutation M($input: CreateUploadInput!) { createUpload(input: $input) { url fields { name value } } }',
        { input: { submission, kind: 'PICTURE', position, contentType: 'image/png', size: picture.byteLength } },
      )
      const form = new FormData()
      for (const { name, value } of createUpload.fields) form.append(name, value)
      form.append('file', new Blob([Uint8Array.from(picture)]), 'blob')
      const response = await fetch(createUpload.url, { method: 'POST', body: form })
      if (!response.ok) throw new Error(`the upload: ${response.status} ${await response.text()}`)
    }
    await this.#graphql('mutation M($input: CreateRecipeInput!) { createRecipe(input: $input) { id } }', {
      input: { id, pictureSubmissionUUID: submission },
    })
    await this.#isSettled(id)
    return id
  }

  /** Creates a handwritten recipe; returns its id. */
  async write(recipe: Written): Promise<string> {
    const id = randomBytes(16).toString('hex')
    await this.#graphql('mutation M($id: ID!) { createBlankRecipe(id: $id, language: en) { id } }', { id })
    const ingredients = recipe.ingredients?.map((line) => ({ quantity: '', unit: '', ...line }))
    await this.change(id, { ...recipe, ...(ingredients && { ingredients }) })
    return id
  }

  /** Changes a recipe as another device of this guest. */
  async change(id: string, fields: Readonly<Record<string, unknown>>): Promise<void> {
    const query = 'mutation M($input: UpdateRecipeInput!) { updateRecipe(input: $input) { id } }'
    await this.#graphql(query, { input: { id, ...fields } }, await this.#ownerToken())
  }

  /** The links of a recipe as the server has them. */
  async linksOf(id: string): Promise<readonly { line: number; recipe: string }[]> {
    const query = 'query Q($id: ID!) { getRecipe(id: $id) { recipeLinks { line recipe } } }'
    const { getRecipe } = await this.#graphql<{
      getRecipe: { recipeLinks: readonly { line: number; recipe: string }[] }
    }>(query, { id })
    return getRecipe.recipeLinks
  }

  async #ownerToken(): Promise<string> {
    const { issueOwnerToken } = await this.#graphql<{ issueOwnerToken: { token: string } }>(
      'mutation M { issueOwnerToken { token } }',
    )
    return issueOwnerToken.token
  }

  /** Waits until an import and its post-processing have ended. */
  async #isSettled(id: string): Promise<void> {
    const query = `query Q($id: ID!) {
      getRecipe(id: $id) { status errorCode version nutritionalInformation { status } } }`
    const end = Date.now() + WAIT_MS
    let recipe: Progress
    do {
      await new Promise((resolve) => setTimeout(resolve, ONCE_MORE_MS))
      ;({ getRecipe: recipe } = await this.#graphql<{ getRecipe: Progress }>(query, { id }))
      if (recipe.status === 'FAILED') return
      if (Date.now() > end) throw new Error(`the import of ${id} is not over: ${JSON.stringify(recipe)}`)
    } while (recipe.status !== 'SUCCESS' || recipe.nutritionalInformation?.status === 'PENDING')
  }

  async #graphql<T>(query: string, variables: object = {}, token?: string): Promise<T> {
    const { region, graphqlEndpoint } = await configuration()
    const body = JSON.stringify({ query, variables })
    const headers =
      token === undefined
        ? signedHeaders(this.#credentials, region, graphqlEndpoint, body)
        : { 'content-type': 'application/json', authorization: token }
    const response = await fetch(graphqlEndpoint, { method: 'POST', headers, body })
    const answer = (await response.json()) as { data?: T; errors?: unknown[] }
    if (!response.ok || answer.errors !== undefined || answer.data === undefined) {
      throw new Error(`${query}: ${response.status} ${JSON.stringify(answer)}`)
    }
    return answer.data
  }
}

/** Signs a request to AppSync with Signature Version 4. */
function signedHeaders(credentials: Credentials, region: string, url: string, body: string): Record<string, string> {
  const { host, pathname } = new URL(url)
  const time = new Date().toISOString().replace(/[-:]|\.\d{3}/g, '')
  const scope = `${time.slice(0, 8)}/${region}/appsync/aws4_request`
  const signed: Record<string, string> = {
    'content-type': 'application/json; charset=UTF-8',
    host,
    'x-amz-date': time,
    'x-amz-security-token': credentials.SessionToken,
  }
  const names = Object.keys(signed).join(';')
  const lines = Object.entries(signed).map(([name, value]) => `${name}:${value}\n`)
  const request = ['POST', pathname, '', lines.join(''), names, hash(body)].join('\n')
  const toSign = ['AWS4-HMAC-SHA256', time, scope, hash(request)].join('\n')
  const key = scope
    .split('/')
    .reduce<Buffer>((key, part) => mac(key, part), Buffer.from(`AWS4${credentials.SecretKey}`))
  const signature = mac(key, toSign).toString('hex')
  const { host: _, ...sent } = signed
  return {
    ...sent,
    authorization: `AWS4-HMAC-SHA256 Credential=${credentials.AccessKeyId}/${scope}, SignedHeaders=${names}, Signature=${signature}`,
  }
}

const hash = (words: string) => createHash('sha256').update(words).digest('hex')
const mac = (key: Buffer, words: string) => createHmac('sha256', key).update(words).digest()
