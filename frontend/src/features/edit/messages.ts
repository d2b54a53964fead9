import { defineMessages, type IntlShape, type MessageDescriptor } from 'react-intl'
import type { DraftProblem } from '../../shared/lib/editing/draft'

const problemMessages: Record<DraftProblem['code'], MessageDescriptor> = defineMessages({
  TOO_LONG: {
    id: 'edit.problem.TOO_LONG',
    defaultMessage: 'This has {length, number} characters; at most {limit, number} are kept. Shorten it.',
  },
  TOO_MANY: {
    id: 'edit.problem.TOO_MANY',
    defaultMessage: 'There are {length, number}; at most {limit, number} are kept. Remove some.',
  },
  TOO_LARGE: { id: 'edit.problem.TOO_LARGE', defaultMessage: 'Write a number of at most {limit, number}.' },
  EMPTY: { id: 'edit.problem.EMPTY', defaultMessage: 'Give the recipe a title.' },
  NOT_A_NUMBER: { id: 'edit.problem.NOT_A_NUMBER', defaultMessage: 'Write a whole number, for instance 4.' },
  NOT_A_TIME: {
    id: 'edit.problem.NOT_A_TIME',
    defaultMessage: 'Write hours and minutes as whole numbers, for instance 1 and 30.',
  },
  NOT_AN_ADDRESS: {
    id: 'edit.problem.NOT_AN_ADDRESS',
    defaultMessage:
      'This is not a web address. It looks like https://example.com/soup; leave it empty if there is none.',
  },
  HEADING_ALONE: {
    id: 'edit.problem.HEADING_ALONE',
    defaultMessage: 'There is no ingredient below this heading. Add one or remove the heading.',
  },
})

export function describeFieldProblem(intl: IntlShape, problem: DraftProblem): string {
  const { code, ...values } = problem
  return intl.formatMessage(problemMessages[code], values)
}
