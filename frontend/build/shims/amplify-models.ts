/*
 * Replaces @aws-amplify/data-schema/runtime (25 kB; alias in vite.config.ts), which adds generated model methods to the
 * API client. The app has none and sends its own documents.
 */
export const INTERNAL_USER_AGENT_OVERRIDE = Symbol('INTERNAL_USER_AGENT_OVERRIDE')

export function addSchemaToClient<Client>(client: Client): Client {
  return client
}

export function addSchemaToClientWithInstance<Client>(client: Client): Client {
  return client
}
