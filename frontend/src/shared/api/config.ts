/** Configuration of the deployment stage, served as /config.json, so that one build runs in all stages. */
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
  /** Host of the hosted sign-in pages, without a scheme; absent if there are none. */
  readonly oauthDomain?: string
  readonly google: boolean
  readonly demo: boolean
  /** Whether credits are charged and sold; otherwise their page is hidden. */
  readonly credits: boolean
  /** Whether shopping lists can be sent to the grocery service. */
  readonly groceries: boolean
  /** Backend of the assistant: a language model or a rule-based stand-in; false without one. */
  readonly agent: 'bedrock' | 'standIn' | false
}

/** Fetches and checks /config.json. The error names a missing field. */
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
