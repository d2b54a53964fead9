import { type ReactNode, useEffect, useRef } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useRecipeStore, useRecipes } from '../shared/api/recipes/RecipesProvider'
import { describeCallProblem } from '../shared/i18n/call-problem-messages'
import { useToasts } from '../shared/ui/Toasts'
import type { ToastRequest } from '../shared/ui/toast-queue'

const UNDO_MS = 8_000

/** Shows a toast with "Undo" for each pending deletion; the recipe is deleted when the toast ends. */
export function DeletionToasts() {
  const intl = useIntl()
  const store = useRecipeStore()
  const { deletions, failures } = useRecipes()
  const untitled = intl.formatMessage({ id: 'deletion.untitled', defaultMessage: 'Recipe' })
  const undo = intl.formatMessage({ id: 'deletion.undo', defaultMessage: 'Undo' })

  useMessages(
    deletions.map(({ id, title, count }) => ({
      id: `deletion-${id}`,
      durationMs: UNDO_MS,
      content:
        count > 1 ? (
          <FormattedMessage
            id="deletion.doneMany"
            defaultMessage="{count, plural, one {# recipe} other {# recipes}} deleted"
            values={{ count }}
          />
        ) : (
          <FormattedMessage
            id="deletion.done"
            defaultMessage="{title} deleted"
            values={{ title: <Title>{title ?? untitled}</Title> }}
          />
        ),
      action: { label: undo, onAct: () => store.takeBack(id) },
      onEnd: (how) => {
        if (how === 'elapsed' || how === 'dismissed') void store.carryOut(id)
      },
    })),
  )
  useMessages(
    failures.map(({ id, title, problem }) => ({
      id: `deletion-failed-${id}`,
      kind: 'error' as const,
      durationMs: UNDO_MS,
      content: (
        <FormattedMessage
          id="deletion.failed"
          defaultMessage="Couldn’t delete {title}. {reason}"
          values={{
            title: <Title>{title ?? untitled}</Title>,
            reason: describeCallProblem(intl, 'delete', { code: problem }),
          }}
        />
      ),
      onEnd: () => store.dismissFailure(id),
    })),
  )
  return null
}

function Title({ children }: { children: ReactNode }) {
  return <b className="line-clamp-2 font-semibold wrap-anywhere">{children}</b>
}

/** Shows a toast once per request, and ends the toasts of requests that left the list. */
function useMessages(wanted: ReadonlyArray<ToastRequest & { id: string }>): void {
  const toasts = useToasts()
  const said = useRef(new Set<string>())
  useEffect(() => {
    for (const request of wanted) {
      if (said.current.has(request.id)) continue
      said.current.add(request.id)
      toasts.show(request)
    }
    const ids = new Set(wanted.map(({ id }) => id))
    for (const id of said.current) {
      if (ids.has(id)) continue
      said.current.delete(id)
      toasts.end(id)
    }
  }, [wanted, toasts])
}
