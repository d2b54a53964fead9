import { useSyncExternalStore } from 'react'
import { FormattedMessage } from 'react-intl'
import { useAppConfig } from '../../../../shared/api/app-config'
import { autoRetrySetting } from '../../../../shared/lib/importing/auto-retry'
import { Section } from './Section'

/** Automatic-assistant setting; empty if the stage has no assistant. */
export function AssistantSection({ isMember }: { isMember: boolean }) {
  const config = useAppConfig()
  const isAlways = useSyncExternalStore(autoRetrySetting.subscribe, autoRetrySetting.read)
  if (config === null || config.agent === false) return null
  return (
    <Section
      title={<FormattedMessage id="agent.title" defaultMessage="Assistant" />}
      text={<FormattedMessage id="profile.appearance.text" defaultMessage="Applies to this device." />}
    >
      <label className="flex min-h-11 cursor-pointer items-start gap-3">
        <input
          type="checkbox"
          checked={isAlways}
          onChange={(event) => autoRetrySetting.write(event.target.checked)}
          className="mt-0.5 size-5 shrink-0 accent-accent"
        />
        <FormattedMessage
          id="profile.assistant.always"
          defaultMessage="Let the assistant read imports when we find no recipe"
        />
      </label>
      <p className="pt-1 pl-8 text-sm text-muted">
        {!isMember ? (
          <FormattedMessage
            id="profile.assistant.cost.guest"
            defaultMessage="Each time counts as one of your three daily uploads."
          />
        ) : (
          config.credits && (
            <FormattedMessage
              id="profile.assistant.cost"
              defaultMessage="Costs 1 credit each time, refunded if it fails."
            />
          )
        )}
      </p>
    </Section>
  )
}
