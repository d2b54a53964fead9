import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Answer, type StoredAnswer } from './answer'
import { type Said, saidOf, type WirePart } from './part'

const TOOL = { toolUseId: 't', name: 'proposeEdit', input: '{"a":1}' }

function fold(said: readonly Said[]): Answer {
  const answer = new Answer()
  for (const one of said) answer.fold(one)
  return answer
}

function heard(answer: Answer) {
  const { stopReason, errors, isWhole, hasGap } = answer
  return { content: answer.content(), covered: answer.covered(), stopReason, errors, isWhole, hasGap }
}

/** Parts in the order of publication: text blocks, optionally a tool use, and the end. */
function messageOf(blocks: readonly (readonly string[])[], hasTool: boolean, hasFailed: boolean): Said[] {
  const parts: Said[] = blocks.flatMap((texts, block): Said[] => [
    ...texts.map((text, delta): Said => ({ kind: 'text', block, delta, text })),
    { kind: 'done', block, doneAt: texts.length - 1 },
  ])
  if (hasTool) {
    parts.push({ kind: 'working', count: 0, tool: 'scale' }, { kind: 'toolUse', block: blocks.length, toolUse: TOOL })
  }
  parts.push(
    hasFailed
      ? { kind: 'errors', errors: [{ message: 'Try again.', errorType: 'X' }] }
      : { kind: 'stop', blocks: blocks.length + Number(hasTool), reason: 'end_turn' },
  )
  return parts
}

const word = fc.string({ unit: fc.constantFrom(...'abz é½🍲'), minLength: 1, maxLength: 6 })
const answers = fc
  .tuple(fc.array(fc.array(word, { minLength: 1, maxLength: 5 }), { maxLength: 3 }), fc.boolean(), fc.boolean())
  .map(([blocks, hasTool, hasFailed]) => messageOf(blocks, hasTool, hasFailed))

/** An answer's parts shuffled, some duplicated. */
const disordered = answers.chain((parts) =>
  fc
    .subarray(parts)
    .chain((twice) =>
      fc
        .shuffledSubarray([...parts, ...twice], { minLength: parts.length + twice.length })
        .map((all) => ({ parts, all })),
    ),
)

const textLength = (answer: Answer) =>
  answer.content().reduce((sum, block) => sum + (block.kind === 'text' ? block.text.length : 0), 0)

function stored(answer: Answer, isOver = false): StoredAnswer {
  const content = answer.content().map((block) => ({
    text: block.kind === 'text' ? block.text : null,
    toolUse: block.kind === 'toolUse' ? block.toolUse : null,
  }))
  const { stopReason, errors } = answer
  return { content, covered: answer.covered(), stopReason, errors, isOver }
}

describe('parts', () => {
  it('fold to the same answer in any order, also duplicated', () => {
    fc.assert(
      fc.property(disordered, ({ parts, all }) => {
        const expected = fold(parts)
        expect(expected.isWhole).toBe(true)
        expect(heard(fold(all))).toEqual(heard(expected))
      }),
    )
  })

  it('never make an answer shrink', () => {
    fc.assert(
      fc.property(disordered, ({ all }) => {
        const answer = new Answer()
        for (const part of all) {
          const before = textLength(answer)
          answer.fold(part)
          expect(textLength(answer)).toBeGreaterThanOrEqual(before)
        }
      }),
    )
  })

  it('lost with the connection are restored by a query, whenever it was answered', () => {
    const lost = fc.array(fc.boolean(), { minLength: 40, maxLength: 40 })
    fc.assert(
      fc.property(answers, lost, fc.nat(40), fc.boolean(), (parts, isLost, queriedAt, isLate) => {
        const queried = Math.min(queriedAt, parts.length)
        const storedAnswer = stored(fold(parts.slice(0, queried)))
        const answer = fold(parts.slice(0, queried).filter((_, at) => !isLost[at]))
        // Parts published after the query may arrive before its result.
        const rest = parts.slice(queried)
        if (isLate) for (const part of rest) answer.fold(part)
        const before = textLength(answer)
        answer.heal(storedAnswer)
        expect(textLength(answer)).toBeGreaterThanOrEqual(before)
        if (!isLate) for (const part of rest) answer.fold(part)
        const whole = fold(parts)
        const words = (one: Answer) =>
          one.content().map((block) => (block.kind === 'text' ? block.text : block.toolUse))
        expect(words(answer)).toEqual(words(whole))
        expect([answer.stopReason, answer.errors]).toEqual([whole.stopReason, whole.errors])
      }),
    )
  })
})

it('a block that is done at index 0 is done', () => {
  const answer = new Answer()
  const states = (
    [
      { kind: 'done', block: 0, doneAt: 0 },
      { kind: 'stop', blocks: 1, reason: 'end_turn' },
      { kind: 'text', block: 0, delta: 0, text: 'Hi' },
    ] as const
  ).map((said) => {
    answer.fold(said)
    return [answer.isWhole, answer.hasGap]
  })
  expect(states).toEqual([
    [false, true],
    [false, true],
    [true, false],
  ])
  expect(answer.content()).toEqual([{ kind: 'text', block: 0, text: 'Hi', isDone: true }])
})

it('text after a gap is withheld, and the gap is reported', () => {
  const text = (delta: number, words: string): Said => ({ kind: 'text', block: 0, delta, text: words })
  const answer = fold([text(0, 'a'), text(2, 'c')])
  expect(answer.content()).toMatchObject([{ text: 'a' }])
  expect(answer.hasGap).toBe(true)
  answer.fold(text(1, 'b'))
  expect(answer.content()).toMatchObject([{ text: 'abc', isDone: false }])
  expect(answer.hasGap).toBe(false)
})

it('a stored answer that is over is whole', () => {
  const answer = fold([{ kind: 'text', block: 0, delta: 3, text: 'late' }])
  answer.heal({
    content: [
      { text: 'All of it', toolUse: null },
      { text: null, toolUse: TOOL },
    ],
    covered: [{ contentBlockIndex: 0, texts: 9 }],
    stopReason: 'tool_use',
    errors: [],
    isOver: true,
  })
  expect(answer.isWhole).toBe(true)
  expect(answer.content()).toMatchObject([{ text: 'All of it', isDone: true }, { toolUse: TOOL }])
})

it('a tool use from a query and one from a part are the same, at any place', () => {
  const answer = new Answer()
  answer.heal({ content: [{ text: null, toolUse: TOOL }], covered: [], stopReason: null, errors: [], isOver: false })
  answer.fold({ kind: 'toolUse', block: 2, toolUse: TOOL })
  expect(answer.content()).toEqual([{ kind: 'toolUse', block: 2, toolUse: TOOL }])
})

it('parts with an index out of range are ignored', () => {
  const answer = fold([
    { kind: 'text', block: 1_000, delta: 0, text: 'x' },
    { kind: 'text', block: 0, delta: 100_000, text: 'x' },
    { kind: 'text', block: -1, delta: 0, text: 'x' },
  ])
  expect(answer.content()).toEqual([])
})

const NOTHING: WirePart = {
  conversationId: 'c',
  associatedUserMessageId: 'q',
  contentBlockIndex: null,
  contentBlockText: null,
  contentBlockDeltaIndex: null,
  contentBlockToolUse: null,
  contentBlockDoneAtIndex: null,
  stopReason: null,
  errors: null,
  working: null,
}

it.each<[Partial<WirePart>, Said | null]>([
  [
    { contentBlockIndex: 0, contentBlockDeltaIndex: 0, contentBlockText: '' },
    { kind: 'text', block: 0, delta: 0, text: '' },
  ],
  [
    { contentBlockIndex: 0, contentBlockDoneAtIndex: 0 },
    { kind: 'done', block: 0, doneAt: 0 },
  ],
  [
    { contentBlockIndex: 1, contentBlockToolUse: TOOL },
    { kind: 'toolUse', block: 1, toolUse: TOOL },
  ],
  [
    { contentBlockIndex: 2, stopReason: 'stopped' },
    { kind: 'stop', blocks: 2, reason: 'stopped' },
  ],
  [
    { contentBlockDeltaIndex: 0, working: 'scale' },
    { kind: 'working', count: 0, tool: 'scale' },
  ],
  [{ errors: [{ message: 'm', errorType: 'T' }] }, { kind: 'errors', errors: [{ message: 'm', errorType: 'T' }] }],
  [{}, null],
  [{ errors: [] }, null],
  [{ contentBlockIndex: 0, stopReason: 'bored' }, null],
  [{ contentBlockText: 'x', contentBlockDeltaIndex: 0 }, null],
])('a part with %j says %j', (fields, said) => {
  expect(saidOf({ ...NOTHING, ...fields })).toEqual(said)
})
