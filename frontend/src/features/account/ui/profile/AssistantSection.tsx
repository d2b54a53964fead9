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
      text={<FormattedMessage id="profile.look.text" defaultMessage="For this device." />}
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
          defaultMessage="Let the assistant read imports in which our readers find no recipe"
        />
      </label>
      <p className="pt-1 pl-8 text-sm text-muted">
        {!isMember ? (
          <FormattedMessage
            id="profile.assistant.cost.guest"
            defaultMessage="Each time counts as one of your three uploads a day."
          />
        ) : (
          config.credits && (
            <FormattedMessage
              id="profile.assistant.cost"
              defaultMessage="Each time takes 1 credit, which you get back if it fails."
            />
          )
        )}
      </p>
    </Section>
  )
}
