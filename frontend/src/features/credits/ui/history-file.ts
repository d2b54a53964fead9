import { defineMessages, type IntlShape } from 'react-intl'
import { csvOf } from '../../../shared/lib/export/csv'
import type { SavedFile } from '../../../shared/lib/export/save-file'
import { wordsOf } from '../messages'
import type { CreditTransaction } from '../model/credits'

const columns = defineMessages({
  date: { id: 'credits.csv.date', defaultMessage: 'Date' },
  what: { id: 'credits.csv.what', defaultMessage: 'Description' },
  credits: { id: 'credits.csv.credits', defaultMessage: 'Credits' },
  balance: { id: 'credits.csv.balance', defaultMessage: 'Balance' },
  recipe: { id: 'credits.csv.recipe', defaultMessage: 'Recipe' },
})

/**
 * The history as a spreadsheet file in the user's language, times in UTC.
 * @param addressOf address of an imported recipe
 */
export function historyFile(
  intl: IntlShape,
  transactions: readonly CreditTransaction[],
  addressOf: (recipeId: string) => string,
  now: Date,
): SavedFile {
  const { date, what, credits, balance, recipe } = columns
  const header = [date, what, credits, balance, recipe].map((column) => intl.formatMessage(column))
  const rows = transactions.map((transaction) => [
    transaction.createdAt,
    wordsOf(intl, transaction),
    transaction.amount,
    transaction.balanceAfter,
    transaction.recipeId === null ? '' : addressOf(transaction.recipeId),
  ])
  return {
    name: `zest-credits-${now.toISOString().slice(0, 10)}.csv`,
    type: 'text/csv;charset=utf-8',
    content: csvOf([header, ...rows]),
  }
}
