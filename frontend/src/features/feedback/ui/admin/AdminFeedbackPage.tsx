import { type FormEvent, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useSearchParams } from 'react-router'
import { useAppConfig } from '../../../../shared/api/app-config'
import { type FeedbackPage, type FeedbackQuestion, useFeedbackApi } from '../../../../shared/api/feedback-api'
import { saveFile } from '../../../../shared/lib/export/save-file'
import { type AdminFeedback, FEEDBACK_STATUSES, FEEDBACK_TYPES } from '../../../../shared/lib/feedback/feedback'
import { Button } from '../../../../shared/ui/Button'
import { DownloadIcon } from '../../../../shared/ui/icons'
import { SelectField } from '../../../../shared/ui/SelectField'
import { Skeleton } from '../../../../shared/ui/Skeleton'
import { TextInput } from '../../../../shared/ui/TextInput'
import { usePageTitle } from '../../../../shared/ui/usePageTitle'
import { useTask } from '../../../../shared/ui/useTask'
import { statusMessages, typeMessages } from '../../messages'
import { FeedbackFrame, ProblemAlert } from '../parts'
import { AgentNote } from './AgentNote'
import { feedbackFile } from './feedback-file'
import { HandledFeedback } from './HandledFeedback'
import { useFeedbackPages } from './useFeedbackPages'

/** Page /admin/feedback: everyone's feedback, to be answered. The server authorizes each call. */
export function AdminFeedbackPage() {
  const intl = useIntl()
  usePageTitle(intl.formatMessage({ id: 'page.adminFeedback.title', defaultMessage: 'All feedback – Zest' }))
  const [search, setSearch] = useSearchParams()
  const question: FeedbackQuestion = {
    type: FEEDBACK_TYPES.find((known) => known === search.get('type')) ?? null,
    status: FEEDBACK_STATUSES.find((known) => known === search.get('status')) ?? null,
    words: search.get('words') ?? '',
  }
  const ask = ({ type, status, words }: FeedbackQuestion) =>
    setSearch(
      {
        ...(type === null ? {} : { type }),
        ...(status === null ? {} : { status }),
        ...(words === '' ? {} : { words }),
      },
      { replace: true },
    )
  return (
    <FeedbackFrame>
      <h1 className="text-3xl font-semibold sm:text-4xl">
        <FormattedMessage id="feedback.admin.title" defaultMessage="All feedback" />
      </h1>
      <AgentNote agent={useAppConfig()?.agent} />
      <Filters key={question.words} question={question} onAsk={ask} />
      <div className="mt-6">
        <ExportButton question={question} />
      </div>
      <Results key={JSON.stringify(question)} question={question} />
    </FeedbackFrame>
  )
}

function Results({ question }: { question: FeedbackQuestion }) {
  const { items, hasMore, busy, problem, more, replace } = useFeedbackPages(question)
  return (
    <>
      {items === null && problem === null && <Skeleton className="mt-6 h-64 w-full" />}
      {items !== null && (
        <ul className="mt-6 flex flex-col gap-5">
          {items.map((feedback) => (
            <HandledFeedback key={feedback.id} feedback={feedback} onChanged={replace} />
          ))}
        </ul>
      )}
      <div role="status" className="mt-6 empty:hidden">
        {items !== null && items.length === 0 && !hasMore && (
          <p className="text-muted">
            <FormattedMessage id="feedback.admin.none" defaultMessage="No messages found." />
          </p>
        )}
      </div>
      <div className="mt-6 flex flex-wrap items-center gap-3">
        <ProblemAlert problem={problem} />
        {(problem !== null || hasMore) && (
          <Button variant="quiet" aria-disabled={busy} onClick={() => !busy && more()}>
            {problem !== null ? (
              <FormattedMessage id="action.retry" defaultMessage="Try again" />
            ) : (
              <FormattedMessage id="feedback.admin.more" defaultMessage="Show more" />
            )}
          </Button>
        )}
      </div>
    </>
  )
}

interface FiltersProps {
  question: FeedbackQuestion
  onAsk: (question: FeedbackQuestion) => void
}

function Filters({ question, onAsk }: FiltersProps) {
  const intl = useIntl()
  const [words, setWords] = useState(question.words)
  const all = intl.formatMessage({ id: 'feedback.admin.all', defaultMessage: 'All' })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onAsk({ ...question, words: words.trim() })
  }
  return (
    <form noValidate data-form="filter" onSubmit={submit} className="mt-6 grid items-end gap-4 sm:grid-cols-2">
      <SelectField
        label={<FormattedMessage id="feedback.admin.type" defaultMessage="Type" />}
        name="type"
        options={[
          ['', all] as const,
          ...FEEDBACK_TYPES.map((type) => [type, intl.formatMessage(typeMessages[type])] as const),
        ]}
        value={question.type ?? ''}
        onChoose={(type) => onAsk({ ...question, type: type === '' ? null : type })}
      />
      <SelectField
        label={<FormattedMessage id="feedback.admin.status" defaultMessage="Status" />}
        name="status"
        options={[
          ['', all] as const,
          ...FEEDBACK_STATUSES.map((status) => [status, intl.formatMessage(statusMessages[status])] as const),
        ]}
        value={question.status ?? ''}
        onChoose={(status) => onAsk({ ...question, status: status === '' ? null : status })}
      />
      <TextInput
        label={<FormattedMessage id="feedback.admin.words" defaultMessage="Search messages" />}
        name="words"
        autoComplete="off"
        value={words}
        onChange={({ target }) => setWords(target.value)}
      />
      <Button type="submit" variant="quiet" className="mb-1.5 min-h-12 justify-self-start">
        <FormattedMessage id="feedback.admin.find" defaultMessage="Search" />
      </Button>
    </form>
  )
}

/** Exports all matching feedback, not only the pages shown. */
function ExportButton({ question }: { question: FeedbackQuestion }) {
  const intl = useIntl()
  const api = useFeedbackApi()
  const { busy, problem, run } = useTask(async ({ wanted }) => {
    const all: AdminFeedback[] = []
    let nextToken: string | null = null
    do {
      const page: FeedbackPage = await api.page(question, nextToken)
      all.push(...page.items)
      nextToken = page.nextToken
    } while (wanted() && nextToken !== null)
    if (wanted()) saveFile(feedbackFile(intl, all, new Date()))
  })
  return (
    <>
      <Button variant="quiet" aria-disabled={busy} onClick={() => !busy && void run()}>
        <DownloadIcon />
        <FormattedMessage id="feedback.admin.export" defaultMessage="Download as CSV" />
      </Button>
      <ProblemAlert problem={problem} />
    </>
  )
}
