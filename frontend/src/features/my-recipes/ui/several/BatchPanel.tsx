import { type ReactNode, useId } from 'react'
import { defineMessages, FormattedMessage, type MessageDescriptor, useIntl } from 'react-intl'
import { useRecipeStore, useRecipes } from '../../../../shared/api/recipes/RecipesProvider'
import { describeProblem } from '../../../../shared/i18n/problem-messages'
import { Button, IconButton } from '../../../../shared/ui/Button'
import { CheckIcon, CloseIcon } from '../../../../shared/ui/icons'
import { ProgressBar } from '../../../../shared/ui/ProgressBar'
import { useBatch } from '../../api/useBatch'
import { type Batch, type BatchItem, countWaiting, isFinished, itemsWith, type Outcome } from '../../model/batch'
import { OfferPlace } from '../failures/failure-places'

/** Progress of a batch, then its summary, until it is closed. */
export function BatchPanel() {
  const { batch, runner } = useBatch()
  if (batch === null) return null
  return isFinished(batch) ? (
    <Summary batch={batch} onClose={() => void runner.dismiss()} />
  ) : (
    <Progress batch={batch} onCancel={() => void runner.cancel()} />
  )
}

function Progress({ batch, onCancel }: { batch: Batch; onCancel: () => void }) {
  const intl = useIntl()
  const all = batch.items.filter(({ outcome }) => outcome !== 'there' && outcome !== 'cancelled').length
  const finished = batch.items.filter(({ outcome }) => outcome !== null).length - (batch.items.length - all)
  return (
    <Panel name={`${finished}/${all}`}>
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <p className="font-semibold">
          <FormattedMessage
            id="batch.progress"
            defaultMessage="{finished, number} of {all, plural, one {# link} other {# links}} done"
            values={{ finished, all }}
          />
        </p>
        <ProgressBar
          part={finished / Math.max(1, all)}
          label={intl.formatMessage({ id: 'batch.title', defaultMessage: 'Import of several links' })}
        />
        <p className="text-sm text-muted" data-again={batch.again ?? ''}>
          {batch.again === null ? (
            <FormattedMessage id="batch.running" defaultMessage="You can keep using Zest, or close it and come back." />
          ) : (
            <FormattedMessage
              id="batch.waiting"
              defaultMessage="You’ve reached the hourly limit. The other {count, plural, one {link continues} other {# links continue}} at {time, time, short}."
              values={{ count: countWaiting(batch), time: new Date(batch.again) }}
            />
          )}
        </p>
        {countWaiting(batch) > 0 && (
          <Button variant="quiet" onClick={onCancel} className="self-start">
            {intl.formatMessage({ id: 'batch.cancel', defaultMessage: 'Stop importing' })}
          </Button>
        )}
      </div>
    </Panel>
  )
}

const counts: Readonly<Record<Outcome, MessageDescriptor>> = defineMessages({
  imported: {
    id: 'batch.imported',
    defaultMessage: '{count, plural, one {# recipe imported} other {# recipes imported}}',
  },
  there: { id: 'batch.there', defaultMessage: '{count, number} already in your recipes' },
  blocked: {
    id: 'batch.blocked',
    defaultMessage: '{count, plural, one {# site blocks importing} other {# pages on sites that block importing}}',
  },
  dead: {
    id: 'batch.dead',
    defaultMessage: '{count, plural, one {# link doesn’t work} other {# links don’t work}}',
  },
  no_recipe: {
    id: 'batch.noRecipe',
    defaultMessage: '{count, plural, one {# page without a recipe} other {# pages without a recipe}}',
  },
  failed: { id: 'batch.failed', defaultMessage: '{count, number} failed' },
  cancelled: { id: 'batch.cancelled', defaultMessage: '{count, number} not imported' },
})

const LISTED: readonly Outcome[] = ['blocked', 'dead', 'no_recipe', 'failed', 'cancelled']

function Summary({ batch, onClose }: { batch: Batch; onClose: () => void }) {
  const intl = useIntl()
  const store = useRecipeStore()
  const { recipes } = useRecipes()
  const failed = new Set(LISTED.flatMap((outcome) => itemsWith(batch, outcome).map(({ id }) => id)))
  const failedCards = recipes.filter(({ card }) => failed.has(card.id) && card.status === 'FAILED')
  const count = (outcome: Outcome) => intl.formatMessage(counts[outcome], { count: itemsWith(batch, outcome).length })
  return (
    <Panel name="done">
      <CheckIcon className="mt-0.5 size-6 text-good" />
      <div className="flex min-w-0 flex-1 flex-col gap-3 pr-8">
        <div role="status">
          <p className="font-semibold">
            <FormattedMessage id="batch.done" defaultMessage="Import finished" />
          </p>
          <ul>
            {(['imported', 'there'] as const)
              .filter((outcome) => outcome === 'imported' || itemsWith(batch, outcome).length > 0)
              .map((outcome) => (
                <li key={outcome} data-outcome={outcome} data-count={itemsWith(batch, outcome).length}>
                  {count(outcome)}
                </li>
              ))}
          </ul>
        </div>
        {LISTED.filter((outcome) => itemsWith(batch, outcome).length > 0).map((outcome) => (
          <details key={outcome} data-outcome={outcome} data-count={itemsWith(batch, outcome).length}>
            <summary className="w-fit rounded font-medium text-accent">{count(outcome)}</summary>
            <ul className="flex max-h-96 flex-col gap-3 overflow-y-auto pt-3">
              {itemsWith(batch, outcome).map((item) => (
                <Listed key={item.id} item={item} />
              ))}
            </ul>
          </details>
        ))}
        {failedCards.length > 0 && (
          <Button
            variant="quiet"
            onClick={() => store.removeAll(failedCards.map(({ card }) => ({ id: card.id, title: card.title })))}
            className="self-start"
          >
            <FormattedMessage id="batch.remove" defaultMessage="Delete failed imports" />
          </Button>
        )}
      </div>
      <IconButton
        label={intl.formatMessage({ id: 'batch.close', defaultMessage: 'Close summary' })}
        onClick={onClose}
        className="absolute top-1 right-1"
      >
        <CloseIcon className="size-4" />
      </IconButton>
    </Panel>
  )
}

/** A failed address: the page, the reason, and possible actions. */
function Listed({ item: { id, url, title, code } }: { item: BatchItem }) {
  const intl = useIntl()
  const { recipes } = useRecipes()
  const card = recipes.find((recipe) => recipe.card.id === id)?.card
  return (
    <li className="flex flex-col gap-1 wrap-anywhere">
      <a href={url} target="_blank" rel="noreferrer" className="w-fit font-medium text-accent underline">
        {title ?? url.replace(/^https?:\/\/(www\.)?/, '')}
      </a>
      {code !== null && (
        <span className="text-sm text-muted" data-reason={code}>
          {describeProblem(intl, 'import', { code })}
        </span>
      )}
      {code === 'SITE_BLOCKED' && card?.status === 'FAILED' && <OfferPlace recipe={card} />}
    </li>
  )
}

function Panel({ name, children }: { name: string; children: ReactNode }) {
  const titleId = useId()
  return (
    <section
      aria-labelledby={titleId}
      data-batch={name}
      className="relative flex max-w-3xl animate-arrive gap-3 rounded-2xl border border-line-strong bg-surface p-4 shadow-card"
    >
      <h2 id={titleId} className="sr-only">
        <FormattedMessage id="batch.title" defaultMessage="Import of several links" />
      </h2>
      {children}
    </section>
  )
}
