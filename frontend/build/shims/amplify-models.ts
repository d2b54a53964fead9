/*
 * Stands in for @aws-amplify/data-schema/runtime, which gives the API client a method for each model that Amplify has
 * generated. We have none and send our own documents, so 25 kB of it would never run (vite.config.ts).
 */
export const INTERNAL_USER_AGENT_OVERRIDE = Symbol('INTERNAL_USER_AGENT_OVERRIDE')

export function addSchemaToClient<Client>(client: Client): Client {
  return client
}

export function addSchemaToClientWithInstance<Client>(client: Client): Client {
  return client
}
