// @ts-check
/*
 * Generates src/contract/*operations.ts from schema.graphql and src/contract/*.graphql: types, texts and authorization
 * modes. Fails for an invalid operation. Plain JavaScript, which Node.js runs without a build.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { codegen } from '@graphql-codegen/core'
import * as operationTypes from '@graphql-codegen/typescript-operations'
import { buildASTSchema, concatAST, Kind, parse, print, Source, stripIgnoredCharacters, validate, visit } from 'graphql'

/** Declarations of AppSync. */
const APPSYNC = readFileSync(join(import.meta.dirname, 'appsync.graphql'), 'utf8')
const DOCUMENTS = join(import.meta.dirname, '../../src/contract')
/** Documents that the first page does not need, and their generated modules. */
const LATER = new Map([
  ['agent.graphql', 'agent-operations.ts'],
  ['assist.graphql', 'assist-operations.ts'],
  ['credits.graphql', 'credit-operations.ts'],
  ['feedback.graphql', 'feedback-operations.ts'],
  ['read-again.graphql', 'read-again-operations.ts'],
  ['shared-lists.graphql', 'shared-list-operations.ts'],
  ['uploads.graphql', 'upload-operations.ts'],
])
const HEADER =
  '/** Made by build/codegen/contract.mjs of schema.graphql and the documents beside it. Never edited. */\n'

/** @returns {string} the text of schema.graphql */
export function readSchema() {
  return readFileSync(join(import.meta.dirname, '../../../schema.graphql'), 'utf8')
}

/**
 * The schema with the declarations of AppSync.
 *
 * @param {string} schemaText
 */
export function schemaOf(schemaText) {
  return buildASTSchema(parse(APPSYNC + schemaText))
}

/**
 * Reads the app's GraphQL documents.
 *
 * @returns {Source[]}
 */
export function readDocuments() {
  return readdirSync(DOCUMENTS)
    .filter((name) => name.endsWith('.graphql'))
    .sort()
    .map((name) => new Source(readFileSync(join(DOCUMENTS, name), 'utf8'), `src/contract/${name}`))
}

/**
 * Throws with all validation errors.
 *
 * @param {string} schemaText
 * @param {readonly Source[]} sources
 * @returns {Promise<string>}
 */
export async function operationsOf(schemaText, sources) {
  const schemaDocument = parse(APPSYNC + schemaText)
  const schema = schemaOf(schemaText)
  const documents = sources.map((source) => parse(source))
  const all = concatAST(documents)
  const errors = validate(schema, all)
  if (errors.length > 0) throw new Error(errors.map((error) => error.toString()).join('\n\n'))
  const types = await codegen({
    filename: 'operations.ts',
    schema: schemaDocument,
    documents: documents.map((document) => ({ document })),
    config: {
      scalars: { ID: 'string', AWSJSON: 'string', AWSDate: 'string', AWSDateTime: 'string' },
      strictScalars: true,
      immutableTypes: true,
      enumType: 'string-literal',
      maybeValue: 'T | null',
      inlineFragmentTypes: 'combine',
    },
    plugins: [{ operationTypes: {} }],
    pluginMap: { operationTypes },
  })
  const texts = documents.flatMap((document, at) =>
    laterModule(sources[at]) === undefined ? textsOf(schema, all, document) : [],
  )
  return `${HEADER}import type { Operation } from './operation'\n\n${types}\n${texts.join('\n')}`
}

/**
 * The modules that load later, by file name. Their types are in operations.ts.
 *
 * @param {string} schemaText
 * @param {readonly Source[]} sources
 * @returns {Map<string, string>}
 */
export function laterOperationsOf(schemaText, sources) {
  const schema = schemaOf(schemaText)
  const documents = sources.map((source) => parse(source))
  const all = concatAST(documents)
  const modules = new Map()
  for (const [at, document] of documents.entries()) {
    const module = laterModule(sources[at])
    if (module === undefined) continue
    const texts = textsOf(schema, all, document)
    const types = Array.from(new Set(texts.join('\n').match(/\b\w+(?:Query|Mutation|Subscription)(?:Variables)?\b/g)))
    const imports = `import type { Operation } from './operation'\nimport type { ${types.sort().join(', ')} } from './operations'`
    modules.set(module, `${HEADER}${imports}\n\n${texts.join('\n')}\n`)
  }
  return modules
}

/** @param {Source | undefined} source */
function laterModule(source) {
  return LATER.get(source?.name.split('/').at(-1) ?? '')
}

/**
 * @param {import('graphql').GraphQLSchema} schema
 * @param {import('graphql').DocumentNode} all
 * @param {import('graphql').DocumentNode} document
 */
function textsOf(schema, all, document) {
  return document.definitions.flatMap((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION ? [constantOf(schema, all, definition)] : [],
  )
}

/**
 * @param {import('graphql').GraphQLSchema} schema
 * @param {import('graphql').DocumentNode} all
 * @param {import('graphql').OperationDefinitionNode} operation
 */
function constantOf(schema, all, operation) {
  const name = operation.name?.value ?? ''
  const kind = operation.operation.replace(/^./, (letter) => letter.toUpperCase())
  const type = `Operation<${name}${kind}, ${name}${kind}Variables>`
  const text = stripIgnoredCharacters([operation, ...fragmentsOf(all, operation)].map(print).join('\n'))
  const constant = name.replace(/(?<!^)(?=[A-Z])/g, '_').toUpperCase()
  return `export const ${constant}: ${type} = { text: ${JSON.stringify(text)}, ${authOf(schema, operation)} }`
}

/**
 * Fragments that a definition uses, directly or nested.
 *
 * @param {import('graphql').DocumentNode} all
 * @param {import('graphql').DefinitionNode} definition
 * @param {Set<import('graphql').DefinitionNode>} found
 */
function fragmentsOf(all, definition, found = new Set()) {
  visit(definition, {
    FragmentSpread({ name }) {
      const fragment = all.definitions.find(
        (one) => one.kind === Kind.FRAGMENT_DEFINITION && one.name.value === name.value,
      )
      if (fragment === undefined || found.has(fragment)) return
      found.add(fragment)
      fragmentsOf(all, fragment, found)
    },
  })
  return found
}

/**
 * The ownership flag and mode of an operation, from the directives of its field.
 *
 * @param {import('graphql').GraphQLSchema} schema
 * @param {import('graphql').OperationDefinitionNode} operation
 */
function authOf(schema, operation) {
  const [selection] = operation.selectionSet.selections
  const root = schema.getRootType(operation.operation)
  const field = selection?.kind === Kind.FIELD ? root?.getFields()[selection.name.value] : undefined
  const modes = (field?.astNode?.directives ?? [])
    .map(({ name }) => name.value)
    .filter((mode) => mode !== 'aws_subscribe')
  // Owners use an owner token. The user pool mode is for administrators, who request it per call.
  if (modes.includes('aws_lambda') && !modes.includes('aws_iam')) return 'ownership: true'
  return modes.join() === 'aws_iam' ? "ownership: false, mode: { mode: 'identityPool' }" : 'ownership: false'
}

export async function writeOperations() {
  const [schema, documents] = [readSchema(), readDocuments()]
  mkdirSync(DOCUMENTS, { recursive: true })
  write('operations.ts', await operationsOf(schema, documents))
  for (const [module, text] of laterOperationsOf(schema, documents)) write(module, text)
}

/** Vitest runs this before all tests. */
export const setup = writeOperations

/**
 * @param {string} module
 * @param {string} text
 */
function write(module, text) {
  const file = join(DOCUMENTS, module)
  let before = ''
  try {
    before = readFileSync(file, 'utf8')
  } catch {
    // The file does not exist yet.
  }
  if (text !== before) writeFileSync(file, text)
}

if (process.argv[1] === import.meta.filename) {
  try {
    await writeOperations()
  } catch (thrown) {
    process.exitCode = 1
    process.stderr.write(`${thrown instanceof Error ? thrown.message : String(thrown)}\n`)
  }
}
