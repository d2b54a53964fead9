/** One GraphQL operation of the app, as it is generated from its document and the schema. */
export interface Operation<Data, Variables> {
  /** The document with the fragments that it spreads. */
  readonly text: string
  /** Whether the caller proves by an issued token that the recipes are theirs: the schema takes it in that mode alone. */
  readonly ownership: boolean
  /** Present where the schema takes it in this mode alone: AppSync itself has then verified the identity. */
  readonly mode?: { readonly mode: 'identityPool' }
  /** Never called: it ties the document to its types. */
  readonly types?: (variables: Variables) => Data
}
