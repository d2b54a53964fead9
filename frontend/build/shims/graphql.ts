/*
 * Stands in for graphql, which the API client parses and prints each document with. Ours are checked against the schema
 * when they are built (build/codegen/contract.mjs) and sent as they are, so 15 kB of it would never find anything (vite.config.ts).
 */
interface Document {
  readonly kind: 'Document'
  readonly text: string
  readonly definitions: readonly [{ readonly kind: 'OperationDefinition'; readonly operation: string }]
}

/** Reads of a text what the client must know: whether it is a query, a mutation or a subscription. Throws otherwise. */
export function parse(text: string): Document {
  const [, operation] = /^\s*(query|mutation|subscription)\b/.exec(text) ?? []
  if (operation === undefined) throw new Error('A GraphQL text must begin with its operation.')
  return { kind: 'Document', text, definitions: [{ kind: 'OperationDefinition', operation }] }
}

/** The text that a document was read from. */
export function print(document: Document): string {
  return document.text
}

/** An error of the client's own making, in the form of those of a server: the client copies its enumerable fields. */
export class GraphQLError extends Error {
  readonly originalError: unknown

  constructor(message: string, ...rest: readonly unknown[]) {
    super(message)
    this.name = 'GraphQLError'
    // After nodes, source, positions and path, which an error without a document has not.
    this.originalError = rest[4]
    Object.defineProperties(this, {
      name: { enumerable: false },
      message: { enumerable: true, value: message },
      originalError: { enumerable: false },
    })
  }
}
