import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import { paths } from '../shared/lib/routing/paths'
import type { Text } from './content'
import { useAddress } from './Frame'
import { TextPage } from './TextPage'

/** "/contact". The fields have no names, so that without scripts their contents do not end up in an address. */
export function ContactPage({ text }: { text: Text }) {
  return (
    <TextPage text={text}>
      <ContactForm />
    </TextPage>
  )
}

const FIELD = 'w-full rounded-xl border border-line-strong bg-surface px-4'

function ContactForm() {
  const to = useAddress()
  return (
    <form
      data-feedback
      action={to(paths.feedback)}
      className="mt-8 flex flex-col gap-5 rounded-3xl border border-line bg-surface p-5 shadow-card sm:p-7"
    >
      <h2 className="text-2xl font-semibold">
        <FormattedMessage id="site.contact.title" defaultMessage="Send us a message" />
      </h2>
      <Labelled id="feedback-type" name={<FormattedMessage id="site.contact.type" defaultMessage="What’s it about?" />}>
        <select id="feedback-type" data-field="type" className={`${FIELD} h-12`}>
          <option value="SUGGESTION">
            <FormattedMessage id="site.contact.type.SUGGESTION" defaultMessage="Suggestion" />
          </option>
          <option value="FEATURE_REQUEST">
            <FormattedMessage id="site.contact.type.FEATURE_REQUEST" defaultMessage="Feature request" />
          </option>
          <option value="BUG_REPORT">
            <FormattedMessage id="site.contact.type.BUG_REPORT" defaultMessage="Problem" />
          </option>
          <option value="QUESTION">
            <FormattedMessage id="site.contact.type.QUESTION" defaultMessage="Question" />
          </option>
          <option value="GENERAL_FEEDBACK">
            <FormattedMessage id="site.contact.type.GENERAL_FEEDBACK" defaultMessage="General feedback" />
          </option>
          <option value="OTHER">
            <FormattedMessage id="site.contact.type.OTHER" defaultMessage="Something else" />
          </option>
        </select>
      </Labelled>
      <Labelled
        id="feedback-message"
        name={<FormattedMessage id="site.contact.message" defaultMessage="Your message" />}
      >
        <textarea
          id="feedback-message"
          data-field="message"
          required
          rows={6}
          maxLength={5000}
          className={`${FIELD} py-3`}
        />
      </Labelled>
      <Labelled
        id="feedback-email"
        name={<FormattedMessage id="site.contact.email" defaultMessage="Email (optional)" />}
      >
        <input
          id="feedback-email"
          data-field="email"
          type="email"
          autoComplete="email"
          maxLength={254}
          className={`${FIELD} h-12`}
        />
      </Labelled>
      <p data-failed hidden role="alert" className="font-medium text-danger">
        <FormattedMessage
          id="site.contact.failed"
          defaultMessage="We can’t send this because your browser stores nothing for this page. Send us an email instead."
        />
      </p>
      <button
        type="submit"
        className="inline-flex min-h-11 items-center self-start rounded-full bg-accent px-5 font-semibold text-on-accent hover:bg-accent-strong"
      >
        <FormattedMessage id="site.contact.send" defaultMessage="Send" />
      </button>
    </form>
  )
}

function Labelled({ id, name, children }: { id: string; name: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="font-semibold">
        {name}
      </label>
      {children}
    </div>
  )
}
