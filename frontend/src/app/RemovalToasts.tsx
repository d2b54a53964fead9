import { FormattedMessage, useIntl } from 'react-intl'
import { useRecipeStore, useRecipes } from '../api/RecipesProvider'
import { describeProblem } from '../i18n/problem-messages'
import { Toast, ToastArea } from '../ui/Toasts'

const UNDO_MS = 8_000
const MOST_AT_ONCE = 5

/** Each removal can be taken back while its message stands; when it goes, the recipe is deleted. */
export function RemovalToasts() {
  const intl = useIntl()
  const store = useRecipeStore()
  const { removals, failures } = useRecipes()
  const untitled = intl.formatMessage({ id: 'removal.untitled', defaultMessage: 'Recipe' })
  const undo = intl.formatMessage({ id: 'removal.undo', defaultMessage: 'Undo' })
  return (
    <ToastArea label={intl.formatMessage({ id: 'toasts.label', defaultMessage: 'Messages' })}>
      {removals.slice(-MOST_AT_ONCE).map(({ id, title }) => (
        <Toast
          key={id}
          durationMs={UNDO_MS}
          onEnd={() => void store.carryOut(id)}
          action={{ label: undo, onAct: () => store.takeBack(id) }}
        >
          <FormattedMessage
            id="removal.done"
            defaultMessage="{title} removed"
            values={{ title: <b className="font-semibold">{title ?? untitled}</b> }}
          />
        </Toast>
      ))}
      {failures.map(({ id, title, problem }) => (
        <Toast key={id} durationMs={UNDO_MS} onEnd={() => store.dismissFailure(id)}>
          <FormattedMessage
            id="removal.failed"
            defaultMessage="{title} could not be removed. {reason}"
            values={{ title: title ?? untitled, reason: describeProblem(intl, problem, null) }}
          />
        </Toast>
      ))}
    </ToastArea>
  )
}
