/*
 * Replaces graphql (15 kB), with which the API client parses and prints documents. Ours are validated at build time
 * (build/codegen/contract.mjs) and sent unchanged.
 */
interface Document {
  readonly kind: 'Document'
  readonly text: string
  readonly definitions: readonly [{ readonly kind: 'OperationDefinition'; readonly operation: string }]
}

/** Determines the kind of operation. Throws if the text does not start with one. */
export function parse(text: string): Document {
  const [, operation] = /^\s*(query|mutation|subscription)\b/.exec(text) ?? []
  if (operation === undefined) throw new Error('A GraphQL text must begin with its operation.')
  return { kind: 'Document', text, definitions: [{ kind: 'OperationDefinition', operation }] }
}

export function print(document: Document): string {
  return document.text
}

/** Error class of the API client, which copies the enumerable fields. */
export class GraphQLError extends Error {
  readonly originalError: unknown

  constructor(message: string, ...rest: readonly unknown[]) {
    super(message)
    this.name = 'GraphQLError'
    // The arguments before are nodes, source, positions and path.
    this.originalError = rest[4]
    Object.defineProperties(this, {
      name: { enumerable: false },
      message: { enumerable: true, value: message },
      originalError: { enumerable: false },
    })
  }
}
