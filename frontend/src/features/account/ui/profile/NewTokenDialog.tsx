import { useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { describeProblem } from '../../../../shared/i18n/problem-messages'
import { copyText } from '../../../../shared/lib/browser/copy-text'
import { Button } from '../../../../shared/ui/Button'
import { Dialog } from '../../../../shared/ui/Dialog'
import { SelectField } from '../../../../shared/ui/SelectField'
import { TextInput } from '../../../../shared/ui/TextInput'
import { useForm } from '../../../../shared/ui/useForm'
import { useTask } from '../../../../shared/ui/useTask'
import { useTokenApi } from '../../api/token-api'
import { LIFETIMES, LONGEST_TOKEN_NAME, type NewToken, SCOPES, type Scope } from '../../model/personal-tokens'
import { scopeMessages } from './scope-messages'

/** Creates a token, then shows its text once. */
export function NewTokenDialog({ onCreated, onClose }: { onCreated: () => void; onClose: () => void }) {
  const intl = useIntl()
  const api = useTokenApi()
  const creating = useTask(async (_, token: NewToken) => {
    const text = await api.create({ ...token, name: token.name.trim() })
    onCreated()
    return text
  })
  const form = useForm<NewToken>({
    initial: { name: '', scopes: SCOPES, days: 90 },
    check: ({ name }) => ({
      name:
        name.trim() === '' ? intl.formatMessage({ id: 'tokens.nameMissing', defaultMessage: 'Enter a name.' }) : null,
    }),
    busy: creating.busy,
    onSubmit: (token) => void creating.run(token),
  })
  const { scopes, days } = form.values
  const choose = (scope: Scope, chosen: boolean) =>
    form.set({ scopes: SCOPES.filter((known) => (known === scope ? chosen : scopes.includes(known))) })

  if (creating.result !== null) return <CreatedToken text={creating.result} onClose={onClose} />
  return (
    <Dialog title={<FormattedMessage id="tokens.new.title" defaultMessage="Create a token" />} onClose={onClose}>
      <form noValidate onSubmit={form.onSubmit} className="flex flex-col gap-5">
        <TextInput
          label={<FormattedMessage id="tokens.name" defaultMessage="Name" />}
          autoComplete="off"
          maxLength={LONGEST_TOKEN_NAME}
          {...form.field('name')}
        />
        <fieldset className="flex flex-col">
          <legend className="pb-1 font-semibold">
            <FormattedMessage id="tokens.scopes" defaultMessage="Allowed" />
          </legend>
          {SCOPES.map((scope) => (
            <label key={scope} className="flex min-h-11 cursor-pointer items-center gap-3">
              <input
                type="checkbox"
                name={scope}
                checked={scopes.includes(scope)}
                onChange={(event) => choose(scope, event.target.checked)}
                className="size-5 shrink-0 accent-accent"
              />
              <FormattedMessage {...scopeMessages[scope]} />
            </label>
          ))}
        </fieldset>
        <SelectField
          label={<FormattedMessage id="tokens.lifetime" defaultMessage="Expires" />}
          name="token-lifetime"
          options={LIFETIMES.map((lifetime) => [
            String(lifetime),
            lifetime === null
              ? intl.formatMessage({ id: 'tokens.lifetime.never', defaultMessage: 'Never' })
              : intl.formatMessage(
                  { id: 'tokens.lifetime.days', defaultMessage: 'In {days, number} days' },
                  { days: lifetime },
                ),
          ])}
          value={String(days)}
          onChoose={(chosen) => form.set({ days: LIFETIMES.find((lifetime) => String(lifetime) === chosen) ?? null })}
        />
        {creating.problem !== null && (
          <p role="alert" className="text-danger">
            {describeProblem(intl, 'account', creating.problem)}
          </p>
        )}
        <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button variant="quiet" onClick={onClose}>
            <FormattedMessage id="profile.cancel" defaultMessage="Cancel" />
          </Button>
          <Button type="submit" disabled={creating.busy || scopes.length === 0}>
            <FormattedMessage id="tokens.create" defaultMessage="Create token" />
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function CreatedToken({ text, onClose }: { text: string; onClose: () => void }) {
  const field = useRef<HTMLInputElement>(null)
  const [copied, setCopied] = useState(false)
  const copy = () => {
    // If the clipboard fails, the selected text can be copied by hand.
    field.current?.select()
    void copyText(text).then(setCopied)
  }
  return (
    <Dialog
      title={<FormattedMessage id="tokens.created.title" defaultMessage="Token created" />}
      onClose={onClose}
      insistent
      actions={
        <>
          <Button variant="quiet" onClick={onClose}>
            <FormattedMessage id="tokens.done" defaultMessage="Done" />
          </Button>
          <Button onClick={copy}>
            {copied ? (
              <FormattedMessage id="share.copied" defaultMessage="Copied" />
            ) : (
              <FormattedMessage id="tokens.copy" defaultMessage="Copy token" />
            )}
          </Button>
        </>
      }
    >
      <TextInput
        ref={field}
        label={<FormattedMessage id="tokens.created.label" defaultMessage="Your token" />}
        name="token-text"
        readOnly
        value={text}
        onFocus={(event) => event.target.select()}
        below={
          <p className="text-sm text-muted">
            <FormattedMessage
              id="tokens.created.text"
              defaultMessage="Copy it now. You won’t see it again. Keep it as safe as a password."
            />
          </p>
        }
      />
    </Dialog>
  )
}
