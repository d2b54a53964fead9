/** A GraphQL operation, generated from its document and the schema. */
export interface Operation<Data, Variables> {
  readonly text: string
  /** Whether the caller proves ownership with an owner token. */
  readonly ownership: boolean
  /** Set if the operation requires this authorization mode. */
  readonly mode?: { readonly mode: 'identityPool' | 'userPool' }
  /** Never set: connects the operation to its types. */
  readonly types?: (variables: Variables) => Data
}
