import { FormattedDate, FormattedMessage, FormattedNumber, useIntl } from 'react-intl'
import { Link } from 'react-router'
import { useRecipes } from '../../../shared/api/recipes/RecipesProvider'
import { paths } from '../../../shared/lib/routing/paths'
import { wordsOf } from '../messages'
import type { CreditTransaction } from '../model/credits'

/** Transactions, newest first, with the balance after each. */
export function TransactionList({ transactions }: { transactions: readonly CreditTransaction[] }) {
  if (transactions.length === 0) {
    return (
      <p className="mt-6 text-muted">
        <FormattedMessage id="credits.history.none" defaultMessage="Nothing here yet." />
      </p>
    )
  }
  return (
    <ul className="mt-4 divide-y divide-line border-y border-line">
      {transactions.map((transaction) => (
        <TransactionRow key={transaction.id} transaction={transaction} />
      ))}
    </ul>
  )
}

function TransactionRow({ transaction }: { transaction: CreditTransaction }) {
  const intl = useIntl()
  const { id, kind, holdState, amount, balanceAfter, createdAt, recipeId } = transaction
  return (
    <li
      data-transaction={id}
      data-kind={kind}
      data-hold={holdState ?? undefined}
      className="flex items-start justify-between gap-4 py-3"
    >
      <div className="min-w-0">
        <p className="wrap-anywhere">{wordsOf(intl, transaction)}</p>
        <p className="flex flex-wrap gap-x-3 text-sm text-muted">
          <time dateTime={createdAt}>
            <FormattedDate value={createdAt} dateStyle="medium" timeStyle="short" />
          </time>
          {recipeId !== null && <RecipeLink id={recipeId} />}
        </p>
      </div>
      <div className="shrink-0 text-right tabular-nums">
        <p className={`font-semibold ${amount > 0 ? 'text-good' : ''}`}>
          <FormattedNumber value={amount} signDisplay="exceptZero" />
        </p>
        <p className="text-sm text-muted">
          <FormattedMessage
            id="credits.history.balance"
            defaultMessage="Balance: {count, plural, one {# credit} other {# credits}}"
            values={{ count: balanceAfter }}
          />
        </p>
      </div>
    </li>
  )
}

/** Link to an imported recipe, or a note if it was deleted. */
function RecipeLink({ id }: { id: string }) {
  const { recipes, synced } = useRecipes()
  const card = recipes.find(({ card }) => card.id === id)?.card
  if (card === undefined && synced) {
    return <FormattedMessage id="credits.history.recipeDeleted" defaultMessage="Recipe deleted" />
  }
  return (
    <Link to={paths.recipe(id)} className="truncate text-accent underline underline-offset-2">
      {card?.title ?? <FormattedMessage id="credits.history.recipe" defaultMessage="View recipe" />}
    </Link>
  )
}
