/** One GraphQL operation of the app, as it is generated from its document and the schema. */
export interface Operation<Data, Variables> {
  /** The document with the fragments that it spreads. */
  readonly text: string
  /** Whether the caller proves by an issued token that what it changes is theirs. */
  readonly ownership: boolean
  /** Present where it must be this mode: AppSync itself has then verified the identity, or the groups. */
  readonly mode?: { readonly mode: 'identityPool' | 'userPool' }
  /** Never called: it ties the document to its types. */
  readonly types?: (variables: Variables) => Data
}
