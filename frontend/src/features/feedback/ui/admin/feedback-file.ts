import { defineMessages, type IntlShape } from 'react-intl'
import { csvOf } from '../../../../shared/lib/export/csv'
import type { SavedFile } from '../../../../shared/lib/export/save-file'
import type { AdminFeedback } from '../../../../shared/lib/feedback/feedback'
import { statusMessages, typeMessages } from '../../messages'

const columns = defineMessages({
  id: { id: 'feedback.csv.id', defaultMessage: 'ID' },
  date: { id: 'feedback.csv.date', defaultMessage: 'Date' },
  type: { id: 'feedback.csv.type', defaultMessage: 'Type' },
  status: { id: 'feedback.csv.status', defaultMessage: 'Status' },
  message: { id: 'feedback.csv.message', defaultMessage: 'Message' },
  email: { id: 'feedback.csv.email', defaultMessage: 'Email' },
  recipe: { id: 'feedback.csv.recipe', defaultMessage: 'Recipe' },
  part: { id: 'feedback.csv.part', defaultMessage: 'Part' },
  answer: { id: 'feedback.csv.answer', defaultMessage: 'Reply' },
  note: { id: 'feedback.csv.note', defaultMessage: 'Note' },
})

/** Feedback as a spreadsheet file in the user's language, times in UTC. Cells are always text, never formulas. */
export function feedbackFile(intl: IntlShape, all: readonly AdminFeedback[], now: Date): SavedFile {
  const header = Object.values(columns).map((column) => intl.formatMessage(column))
  const rows = all.map((feedback) => [
    feedback.id,
    feedback.createdAt,
    intl.formatMessage(typeMessages[feedback.type]),
    intl.formatMessage(statusMessages[feedback.status ?? 'NEW']),
    feedback.message ?? '',
    feedback.email ?? '',
    feedback.recipeId ?? '',
    feedback.wrongPart ?? '',
    feedback.answer ?? '',
    feedback.note ?? '',
  ])
  return {
    name: `zest-feedback-${now.toISOString().slice(0, 10)}.csv`,
    type: 'text/csv;charset=utf-8',
    content: csvOf([header, ...rows]),
  }
}
