import { FormattedMessage } from 'react-intl'

/** Shows admins which assistant backend is active, or why there is none. Empty while unknown. */
export function AgentNote({ agent }: { agent: 'bedrock' | 'standIn' | false | undefined }) {
  if (agent === undefined) return null
  return (
    <p data-agent={agent === false ? 'off' : agent} className="mt-3 max-w-prose text-muted">
      {agent === false && (
        <FormattedMessage
          id="admin.agent.off"
          defaultMessage="The assistant is off and hidden because no language model is set (BedrockModelId)."
        />
      )}
      {agent === 'standIn' && (
        <FormattedMessage
          id="admin.agent.standIn"
          defaultMessage="The assistant’s answers come from a local stand-in, not a language model."
        />
      )}
      {agent === 'bedrock' && (
        <FormattedMessage
          id="admin.agent.bedrock"
          defaultMessage="The assistant is on and uses a language model on Amazon Bedrock."
        />
      )}
    </p>
  )
}
