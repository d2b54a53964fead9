import { FormattedMessage } from 'react-intl'
import { useRecipes } from '../shared/api/recipes/RecipesProvider'

export function ConnectionStatus() {
  const { connection, synced } = useRecipes()
  const live = connection === 'connected' && synced
  return (
    <p
      role="status"
      data-connection={live ? 'connected' : connection}
      className="flex items-center gap-2 text-sm text-muted"
    >
      <span
        aria-hidden="true"
        className={`size-2 rounded-full ${live ? 'bg-good' : connection === 'reconnecting' ? 'animate-breathe bg-accent' : 'animate-breathe bg-line-strong'}`}
      />
      {/* On a phone only the dot is visible; screen readers get the text. */}
      <span className="max-sm:sr-only">
        {live && <FormattedMessage id="connection.connected" defaultMessage="Connected" />}
        {!live && connection === 'reconnecting' && (
          <FormattedMessage id="connection.reconnecting" defaultMessage="Reconnecting…" />
        )}
        {!live && connection !== 'reconnecting' && (
          <FormattedMessage id="connection.connecting" defaultMessage="Connecting…" />
        )}
      </span>
    </p>
  )
}
