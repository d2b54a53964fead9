import { FormattedMessage, useIntl } from 'react-intl'
import { useSearchParams } from 'react-router'
import { localeOf, withLocale } from '../../../shared/i18n/locale'
import { saveFile } from '../../../shared/lib/export/save-file'
import { paths } from '../../../shared/lib/routing/paths'
import { Button } from '../../../shared/ui/Button'
import { DownloadIcon } from '../../../shared/ui/icons'
import { useTask } from '../../../shared/ui/useTask'
import { useCreditApi, useCreditBalance } from '../api/use-credits'
import { typeMessages } from '../messages'
import { creditProblemOf } from '../model/credit-problem'
import { type CreditTransaction, TRANSACTION_TYPES } from '../model/credits'
import { historyFile } from './history-file'
import { PurchaseList } from './PurchaseList'
import { BackToCredits, CreditsFrame, Fetching, MoreOfList, ProblemAlert } from './parts'
import { TransactionList } from './TransactionList'
import { usePages } from './usePages'

/** Page /credits/history: transactions and purchases with receipts. */
export function HistoryPage() {
  const intl = useIntl()
  const api = useCreditApi()
  const { changes } = useCreditBalance()
  const [search, setSearch] = useSearchParams()
  const type = TRANSACTION_TYPES.find((known) => known === search.get('type')) ?? null
  const pages = usePages(`${changes} ${type}`, (nextToken) => api.transactions(type, nextToken))
  const { items, problem } = pages

  return (
    <CreditsFrame page="history">
      <BackToCredits />
      <h1 className="mt-2 text-3xl font-semibold sm:text-4xl">
        <FormattedMessage id="credits.history.title" defaultMessage="Credit history" />
      </h1>
      <PurchaseList />
      <section className="mt-10">
        <h2 className="text-2xl font-semibold">
          <FormattedMessage id="credits.history.all" defaultMessage="All activity" />
        </h2>
        <div className="mt-3 flex flex-wrap items-center justify-between gap-3">
          <label className="flex items-center gap-2">
            <span className="text-sm text-muted">
              <FormattedMessage id="credits.history.show" defaultMessage="Show" />
            </span>
            <select
              value={type ?? ''}
              onChange={({ target }) => setSearch(target.value === '' ? {} : { type: target.value }, { replace: true })}
              className="h-11 rounded-xl border border-line-strong bg-surface px-3"
            >
              <option value="">{intl.formatMessage({ id: 'credits.type.all', defaultMessage: 'All' })}</option>
              {TRANSACTION_TYPES.map((known) => (
                <option key={known} value={known}>
                  {intl.formatMessage(typeMessages[known])}
                </option>
              ))}
            </select>
          </label>
          <ExportButton />
        </div>
        {items === null && problem === null && (
          <div className="mt-4">
            <Fetching className="h-64 w-full" />
          </div>
        )}
        {items !== null && <TransactionList transactions={items} />}
        <MoreOfList pages={pages} />
      </section>
    </CreditsFrame>
  )
}

/** Exports the whole history, regardless of the filter. */
function ExportButton() {
  const intl = useIntl()
  const api = useCreditApi()
  const { busy, problem, run } = useTask(async ({ wanted }) => {
    const all: CreditTransaction[] = []
    for await (const page of api.allTransactions()) all.push(...page)
    const addressOf = (id: string) => location.origin + withLocale(paths.recipe(id), localeOf(location.pathname))
    if (wanted()) saveFile(historyFile(intl, all, addressOf, new Date()))
  }, creditProblemOf)
  return (
    <div className="flex flex-col gap-1">
      <Button variant="quiet" aria-disabled={busy} onClick={() => !busy && void run()}>
        <DownloadIcon />
        <FormattedMessage id="credits.history.export" defaultMessage="Download as CSV" />
      </Button>
      <ProblemAlert problem={problem} />
    </div>
  )
}
