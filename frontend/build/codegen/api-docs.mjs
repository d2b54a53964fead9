// @ts-check
/*
 * Generates docs/API.md from schema.graphql, docs/api/introduction.md and docs/api/*.graphql. --check fails if it is
 * out of date. Plain JavaScript, which Node.js runs without a build.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedScalarType,
  Kind,
  parse,
  validate,
} from 'graphql'
import { readSchema, schemaOf } from './contract.mjs'

const DOCS = join(import.meta.dirname, '../../../docs')
const EXAMPLES = join(DOCS, 'api')
const TARGET = join(DOCS, 'API.md')
/** Names of the authorization directives in the introduction. */
const MODES = new Map([
  ['aws_iam', 'guest'],
  ['aws_cognito_user_pools', 'member'],
  ['aws_lambda', 'owner token'],
])

/**
 * An example operation.
 *
 * @typedef {{ fields: string[], about: string, text: string }} Example
 */

/**
 * Reads and validates the examples. Throws for an invalid one.
 *
 * @param {import('graphql').GraphQLSchema} schema
 * @returns {Example[]}
 */
function readExamples(schema) {
  const names = readdirSync(EXAMPLES).filter((name) => name.endsWith('.graphql'))
  return names.sort().map((name) => {
    const source = readFileSync(join(EXAMPLES, name), 'utf8')
    const document = parse(source)
    const errors = validate(schema, document)
    if (errors.length > 0) throw new Error(`docs/api/${name}: ${errors.map((error) => error.toString()).join('\n')}`)
    const about = source.split('\n').filter((line) => line.startsWith('# '))
    const fields = document.definitions.flatMap((definition) =>
      definition.kind === Kind.OPERATION_DEFINITION
        ? definition.selectionSet.selections.flatMap((one) => (one.kind === Kind.FIELD ? [one.name.value] : []))
        : [],
    )
    return {
      fields,
      about: about.map((line) => line.slice(2)).join(' '),
      text: source
        .split('\n')
        .filter((line) => !line.startsWith('#'))
        .join('\n')
        .trim(),
    }
  })
}

/**
 * @param {string} schemaText
 * @returns {string}
 */
export function apiDocs(schemaText) {
  const schema = schemaOf(schemaText)
  const examples = readExamples(schema)
  const operations = /** @type {const} */ ([
    ['Queries', schema.getQueryType()],
    ['Mutations', schema.getMutationType()],
    ['Subscriptions', schema.getSubscriptionType()],
  ])
  const roots = new Set(operations.map(([, type]) => type?.name))
  const types = Object.values(schema.getTypeMap())
    .filter((type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type) && !roots.has(type.name))
    .sort((one, other) => one.name.localeCompare(other.name, 'en'))
  const unused = examples.filter(({ fields }) => fields.length === 0)
  if (unused.length > 0) throw new Error('an example in docs/api asks for nothing')
  return [
    '<!-- Made by frontend/build/codegen/api-docs.mjs of schema.graphql and docs/api. Never edited: npm run api-docs. -->\n',
    readFileSync(join(EXAMPLES, 'introduction.md'), 'utf8').trim(),
    ...operations.flatMap(([title, root]) => [
      `\n## ${title}`,
      ...Object.values(root?.getFields() ?? {})
        .filter((field) => !field.name.startsWith('publish'))
        .map((field) => operationDocs(field, examples)),
    ]),
    '\n## Types',
    ...types.map(typeDocs),
    '',
  ].join('\n')
}

/**
 * @param {import('graphql').GraphQLField<unknown, unknown>} field
 * @param {readonly Example[]} examples
 */
function operationDocs(field, examples) {
  const modes = (field.astNode?.directives ?? []).flatMap(({ name }) => MODES.get(name.value) ?? [])
  const shown = examples.filter(({ fields }) => fields.includes(field.name))
  return [
    `\n### ${field.name}\n`,
    ...(field.description ? [`${flat(field.description)}\n`] : []),
    `Answers ${typeLink(field.type)}. Authorization: ${modes.join(', ')}.`,
    ...(field.args.length > 0 ? ['', table('Argument', field.args)] : []),
    ...shown.map(({ about, text }) => `\n${about}\n\n\`\`\`graphql\n${text}\n\`\`\``),
  ].join('\n')
}

/** @param {import('graphql').GraphQLNamedType} type */
function typeDocs(type) {
  const head = [`\n### ${type.name}\n`, ...(type.description ? [`${flat(type.description)}\n`] : [])]
  if (isEnumType(type)) {
    const values = type
      .getValues()
      .map(({ name, description }) => `- \`${name}\`${description ? `: ${flat(description)}` : ''}`)
    return [...head, ...values].join('\n')
  }
  if (isObjectType(type) || isInputObjectType(type))
    return [...head, table('Field', Object.values(type.getFields()))].join('\n')
  return [...head, 'As AppSync has it.'].join('\n')
}

/**
 * @param {string} what
 * @param {readonly { name: string, type: import('graphql').GraphQLType, description?: string | null | undefined }[]} rows
 */
function table(what, rows) {
  const lines = rows.map(
    ({ name, type, description }) => `| \`${name}\` | ${typeLink(type)} | ${flat(description ?? '')} |`,
  )
  return [`| ${what} | Type | Meaning |`, '| --- | --- | --- |', ...lines].join('\n')
}

/**
 * The type, linked to its description.
 *
 * @param {import('graphql').GraphQLType} type
 */
function typeLink(type) {
  const named = getNamedType(type)
  const text = `\`${type}\``
  return isSpecifiedScalarType(named) ? text : `[${text}](#${named.name.toLowerCase()})`
}

/** @param {string} text a description; the result fits a table cell */
function flat(text) {
  return text.trim().replaceAll(/\s+/g, ' ').replaceAll('|', '\\|')
}

if (process.argv[1] === import.meta.filename) {
  const text = apiDocs(readSchema())
  if (!process.argv.includes('--check')) writeFileSync(TARGET, text)
  else if (readFileSync(TARGET, 'utf8') !== text) {
    throw new Error('docs/API.md is not what the schema says. Run npm run api-docs in frontend, and commit it.')
  }
}
