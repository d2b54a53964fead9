import { defineMessages, FormattedMessage, type MessageDescriptor, useIntl } from 'react-intl'
import { AssistantIcon } from '../../../shared/ui/mark-icons'

const beside: Readonly<Record<string, MessageDescriptor>> = defineMessages({
  vegan: { id: 'agent.try.vegan', defaultMessage: 'Make it vegan' },
  without: { id: 'agent.try.without', defaultMessage: 'I have no butter' },
  plan: { id: 'agent.try.plan', defaultMessage: 'Dinner’s at 7:30. When do I start?' },
  language: { id: 'agent.try.language', defaultMessage: 'Translate it into Spanish' },
  step: { id: 'agent.try.step', defaultMessage: 'Explain step 1' },
})
const anywhere: Readonly<Record<string, MessageDescriptor>> = defineMessages({
  find: { id: 'agent.try.find', defaultMessage: 'Find my recipes with tomatoes' },
  units: { id: 'agent.try.units', defaultMessage: 'Convert 2 cups of flour to grams' },
  means: { id: 'agent.try.means', defaultMessage: 'What does “fold in” mean?' },
})

/** Example questions for an empty conversation. */
export function Suggestions({
  isBesideRecipe,
  onChoose,
}: {
  isBesideRecipe: boolean
  onChoose: (words: string) => void
}) {
  const intl = useIntl()
  return (
    <div className="mt-6 flex flex-col items-center gap-4 text-center">
      <span className="grid size-14 place-items-center rounded-full bg-accent-soft text-on-accent-soft">
        <AssistantIcon className="size-7" />
      </span>
      <p className="max-w-xs text-muted">
        {isBesideRecipe ? (
          <FormattedMessage
            id="agent.welcome.recipe"
            defaultMessage="Ask about this recipe. You approve every change."
          />
        ) : (
          <FormattedMessage
            id="agent.welcome"
            defaultMessage="Ask about recipes, units, substitutes or timing. You approve every change."
          />
        )}
      </p>
      <ul className="flex flex-wrap justify-center gap-2">
        {Object.entries(isBesideRecipe ? beside : anywhere).map(([key, message]) => (
          <li key={key}>
            <button
              type="button"
              onClick={() => onChoose(intl.formatMessage(message))}
              className="min-h-11 rounded-full border border-line-strong px-4 text-sm font-medium hover:bg-sunken"
            >
              {intl.formatMessage(message)}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
