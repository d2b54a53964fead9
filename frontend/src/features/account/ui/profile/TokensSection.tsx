import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { Button } from '../../../../shared/ui/Button'
import { Section } from './Section'
import { TokenList } from './TokenList'

/** Personal tokens; the list loads on request. */
export function TokensSection() {
  const [open, setOpen] = useState(false)
  return (
    <Section
      title={<FormattedMessage id="tokens.title" defaultMessage="Personal tokens" />}
      text={<FormattedMessage id="tokens.text" defaultMessage="For using Zest from your own scripts and apps." />}
    >
      {open ? (
        <TokenList />
      ) : (
        <Button variant="quiet" onClick={() => setOpen(true)}>
          <FormattedMessage id="tokens.manage" defaultMessage="Manage tokens" />
        </Button>
      )}
    </Section>
  )
}
