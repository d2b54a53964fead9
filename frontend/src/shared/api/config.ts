/** What the app must know of where it runs; served as /config.json beside the app, so that one build fits all stages. */
export interface AppConfig {
  /** "local" on a developer's machine; every other stage is on AWS. */
  readonly stage: string
  readonly region: string
  readonly userPoolId: string
  readonly userPoolClientId: string
  readonly identityPoolId: string
  readonly graphqlEndpoint: string
  readonly userPoolEndpoint?: string
  readonly identityPoolEndpoint?: string
  /** Host of the hosted sign-in pages, without a scheme; absent where there are none. */
  readonly oauthDomain?: string
  /** Whether Google is among the ways to sign in. */
  readonly google: boolean
  /** Whether the demo kitchen is served at /demo/. */
  readonly demo: boolean
  /** Whether credits are counted and sold here; without them there is no page about them. */
  readonly credits: boolean
  /** Whether things to buy can be handed to the grocery service. */
  readonly groceries: boolean
  /** What answers as the assistant: a language model, or rules in its place; false where nothing does. */
  readonly agent: 'bedrock' | 'standIn' | false
}

/** Fetches and checks /config.json. Rejects with a sentence for the developer who forgot a field. */
export async function loadConfig(fetcher: typeof fetch = fetch): Promise<AppConfig> {
  const response = await fetcher('/config.json')
  if (!response.ok) throw new Error(`/config.json answered with status ${response.status}`)
  return readConfig(await response.json())
}

export function readConfig(value: unknown): AppConfig {
  if (typeof value !== 'object' || value === null) throw new Error('/config.json is not an object')
  const fields = new Map(Object.entries(value))
  const text = (name: string): string => {
    const field: unknown = fields.get(name)
    if (typeof field !== 'string' || field === '') throw new Error(`/config.json lacks ${name}`)
    return field
  }
  const optional = <Name extends string>(name: Name): { [key in Name]?: string } =>
    fields.has(name) ? ({ [name]: text(name) } as { [key in Name]: string }) : {}
  const agent: unknown = fields.get('agent')
  return {
    stage: text('stage'),
    region: text('region'),
    userPoolId: text('userPoolId'),
    userPoolClientId: text('userPoolClientId'),
    identityPoolId: text('identityPoolId'),
    graphqlEndpoint: text('graphqlEndpoint'),
    ...optional('userPoolEndpoint'),
    ...optional('identityPoolEndpoint'),
    ...optional('oauthDomain'),
    google: fields.get('google') === true,
    demo: fields.get('demo') === true,
    credits: fields.get('credits') === true,
    groceries: fields.get('groceries') === true,
    agent: agent === 'bedrock' || agent === 'standIn' ? agent : false,
  }
}
