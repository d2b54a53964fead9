/*
 * Replaces @aws-amplify/data-schema/runtime (25 kB), which adds model methods to the API client. The app has no models.
 */
export const INTERNAL_USER_AGENT_OVERRIDE = Symbol('INTERNAL_USER_AGENT_OVERRIDE')

export function addSchemaToClient<Client>(client: Client): Client {
  return client
}

export function addSchemaToClientWithInstance<Client>(client: Client): Client {
  return client
}
