import * as graphql from 'graphql'
import { expect, it } from 'vitest'
import * as creditOperations from '../../src/contract/credit-operations'
import * as operations from '../../src/contract/operations'
import * as uploadOperations from '../../src/contract/upload-operations'
import { GraphQLError, parse, print } from './graphql'

const texts = Object.entries({ ...operations, ...creditOperations, ...uploadOperations }).map(
  ([name, { text }]) => [name, text] as const,
)

it.each(texts)('the client is told of %s what a parser of GraphQL finds, and sends it as it is', (_, text) => {
  const [definition] = graphql.parse(text).definitions
  const document = parse(text)
  expect(definition?.kind).toBe('OperationDefinition')
  expect(document.definitions).toEqual([
    { kind: 'OperationDefinition', operation: definition?.kind === 'OperationDefinition' ? definition.operation : '' },
  ])
  expect(print(document)).toBe(text)
})

it('a text without an operation throws', () => {
  expect(() => parse('fragment A on Recipe { id }')).toThrow('must begin with its operation')
})

it('an error has the name and cause that graphql’s error has', () => {
  const cause = new Error('cause')
  const make = (Made: typeof GraphQLError | typeof graphql.GraphQLError) =>
    new Made('lost', null, null, null, null, cause)
  const [ours, theirs] = [make(GraphQLError), make(graphql.GraphQLError)]
  expect({ ...ours }).toEqual({ message: { ...theirs }.message })
  expect([ours.name, ours.originalError]).toEqual([theirs.name, theirs.originalError])
})
