import { type ReactNode, useMemo, useState } from 'react'
import { FormattedList, FormattedMessage, useIntl } from 'react-intl'
import { useApiClient } from '../../../shared/api/ApiClientProvider'
import { fieldMessages } from '../../../shared/i18n/field-messages'
import { safeLink, siteOf } from '../../../shared/lib/recipe/address'
import type { Recipe } from '../../../shared/lib/recipe/recipe'
import { fieldsOf, isSame, type RecipeContent } from '../../../shared/lib/recipe/recipe-content'
import { Button } from '../../../shared/ui/Button'
import { AlertIcon, ExternalIcon, RetryIcon } from '../../../shared/ui/icons'
import { useFetched } from '../../../shared/ui/useTask'
import { readAgain } from '../api/read-again'
import { describeReadAgainProblem } from '../messages'
import { isOwnChange, type PageChange, type PageField, pageNews } from '../model/page-changes'
import { linesOf, Side } from './Side'
import type { EditorHandle } from './useEditor'

interface ReadAgainProps {
  recipe: Recipe
  editor: EditorHandle
}

/**
 * Reads the recipe's page again and offers its changes. A change taken over is an undo step of the edit, stored on
 * save.
 */
export function ReadAgain({ recipe, editor }: ReadAgainProps) {
  const intl = useIntl()
  const server = useApiClient()
  const { content, unsaved } = editor
  const address = recipe.url
  const { busy, result, problem, run } = useFetched(address === null ? null : recipe.id, () =>
    readAgain(server, recipe.id),
  )
  const news = useMemo(() => (result === null ? null : pageNews(result, content)), [result, content])
  const [left, setLeft] = useState<readonly PageField[]>([])
  // Merging again may order a list differently, so a field counts as settled while it has the value taken over.
  const [taken, setTaken] = useState<Partial<RecipeContent>>({})
  const isSettled = (field: PageField) => left.includes(field) || isSame(content[field], taken[field])
  const open = news?.changes.filter(({ field }) => !isSettled(field)) ?? []
  const site = siteOf(address)
  const link = safeLink(address)

  const phase =
    address === null ? 'nowhere' : problem !== null ? 'failed' : busy || result === null ? 'reading' : 'read'
  const said = () => {
    if (phase === 'nowhere') {
      return (
        <FormattedMessage
          id="edit.again.noLink"
          defaultMessage="This recipe has no link. Add one below, save and try again."
        />
      )
    }
    if (phase === 'reading') {
      return (
        <FormattedMessage id="edit.again.reading" defaultMessage="Checking the page. Slow sites can take 15 seconds." />
      )
    }
    if (news === null) return null
    if (open.length > 0) {
      return (
        <FormattedMessage
          id="edit.again.found"
          defaultMessage="{count, plural, one {# thing} other {# things}} changed on the page. Your recipe stays the same until you save."
          values={{ count: open.length }}
        />
      )
    }
    if (unsaved.length > 0) {
      return <FormattedMessage id="edit.again.done" defaultMessage="All done. Save to keep your choices." />
    }
    if (left.length > 0) {
      return <FormattedMessage id="edit.again.left" defaultMessage="Your recipe stays the same." />
    }
    return news.hasChanged ? (
      <FormattedMessage id="edit.again.upToDate" defaultMessage="Your recipe already has the page’s changes." />
    ) : (
      <FormattedMessage
        id="edit.again.same"
        defaultMessage="Nothing has changed on the page since you imported this recipe."
      />
    )
  }
  /** All changes in one undo step. */
  const takeAll = (changes: readonly PageChange[]) => {
    const [first] = changes
    if (first === undefined) return
    const fields = changes.map(({ field }) => field)
    const values = fieldsOf(first.theirs, fields)
    editor.take(values)
    setTaken((before) => ({ ...before, ...values }))
  }
  const names = (fields: readonly PageField[]) => (
    <FormattedList type="conjunction" value={fields.map((field) => intl.formatMessage(fieldMessages[field].label))} />
  )

  return (
    <section
      aria-labelledby="edit-title"
      data-again={phase}
      className="flex flex-col gap-4 rounded-2xl border border-line-strong bg-surface p-4 sm:p-6"
    >
      <div className="flex flex-col gap-1">
        {link !== null && site !== null && (
          <p>
            <a
              href={link}
              target="_blank"
              rel="noopener noreferrer"
              className="inline-flex min-h-6 items-center gap-1.5 font-medium text-accent underline-offset-4 hover:underline"
            >
              {site}
              <ExternalIcon className="size-4" />
            </a>
          </p>
        )}
        <p role="status">{said()}</p>
      </div>
      {phase === 'failed' && problem !== null && (
        <div role="alert" data-problem={problem.code} className="flex flex-col gap-3 rounded-xl bg-danger-soft p-4">
          <p className="flex gap-3">
            <AlertIcon className="mt-0.5 size-5 text-danger" />
            <span>
              {describeReadAgainProblem(intl, problem)}{' '}
              <FormattedMessage id="edit.again.left" defaultMessage="Your recipe stays the same." />
            </span>
          </p>
          <Button variant="quiet" onClick={() => void run()} className="self-start">
            <RetryIcon className="size-4" />
            <FormattedMessage id="action.retry" defaultMessage="Try again" />
          </Button>
        </div>
      )}
      {phase === 'read' && news !== null && news.missing.length > 0 && (
        <p className="text-muted">
          <FormattedMessage
            id="edit.again.missing"
            defaultMessage="No longer on the page: {fields}. We kept yours."
            values={{ fields: names(news.missing) }}
          />
        </p>
      )}
      {phase === 'read' && open.length > 1 && (
        <div className="flex flex-wrap gap-2">
          <Button variant="quiet" onClick={() => takeAll(open)}>
            <FormattedMessage id="edit.again.takeAll" defaultMessage="Use all" />
          </Button>
          <Button variant="bare" onClick={() => setLeft([...left, ...open.map(({ field }) => field)])}>
            <FormattedMessage id="edit.again.leaveAll" defaultMessage="Keep all mine" />
          </Button>
        </div>
      )}
      {phase === 'read' &&
        open.map((change) => (
          <Change
            key={change.field}
            change={change}
            onTake={() => takeAll([change])}
            onLeave={() => setLeft([...left, change.field])}
          />
        ))}
      {phase === 'read' && left.length > 0 && (
        <p className="flex flex-wrap items-center gap-x-2 text-muted">
          <FormattedMessage
            id="edit.again.leftFields"
            defaultMessage="Kept yours: {fields}."
            values={{ fields: names(left) }}
          />
          <Button variant="bare" onClick={() => setLeft([])}>
            <FormattedMessage id="edit.again.showAgain" defaultMessage="Show again" />
          </Button>
        </p>
      )}
    </section>
  )
}

interface ChangeProps {
  change: PageChange
  onTake: () => void
  onLeave: () => void
}

/** A field in the recipe and on the page; lines edited by the user are marked. */
function Change({ change, onTake, onLeave }: ChangeProps) {
  const intl = useIntl()
  const { field, mine, theirs, before } = change
  const name = intl.formatMessage(fieldMessages[field].label)
  const [ours, pages] = [linesOf(intl, field, mine), linesOf(intl, field, theirs)]
  const isOwn = isOwnChange(change)
  const read = before === null ? ours : linesOf(intl, field, before)
  const own = ours.filter((text) => !read.includes(text))
  return (
    <fieldset data-change={field} className="m-0 min-w-0 border-0 p-0">
      <legend className="mb-2 p-0 font-semibold">{name}</legend>
      {isOwn === true && (
        <Note>
          <FormattedMessage
            id="edit.again.both"
            defaultMessage="You’ve changed this too. Parts that didn’t change on the page keep your wording either way."
          />
        </Note>
      )}
      {isOwn === null && (
        <Note>
          <FormattedMessage
            id="edit.again.unknown"
            defaultMessage="We don’t have the original import, so we can’t show which changes are yours."
          />
        </Note>
      )}
      <div className="grid gap-3 sm:grid-cols-2">
        <Side
          title={<FormattedMessage id="edit.again.mine" defaultMessage="In your recipe" />}
          lines={ours}
          others={pages}
          own={own}
          action={<FormattedMessage id="edit.again.leave" defaultMessage="Keep mine" />}
          label={intl.formatMessage(
            { id: 'edit.again.leaveOf', defaultMessage: 'Keep mine: {field}' },
            { field: name },
          )}
          onChoose={onLeave}
        />
        <Side
          title={<FormattedMessage id="edit.again.theirs" defaultMessage="On the page" />}
          lines={pages}
          others={ours}
          own={own}
          action={<FormattedMessage id="edit.again.take" defaultMessage="Use this" />}
          label={intl.formatMessage({ id: 'edit.again.takeOf', defaultMessage: 'Use this: {field}' }, { field: name })}
          onChoose={onTake}
        />
      </div>
    </fieldset>
  )
}

function Note({ children }: { children: ReactNode }) {
  return <p className="mb-2 text-sm text-muted">{children}</p>
}
