import { createPortal } from 'react-dom'
import { useIntl } from 'react-intl'
import { Link } from 'react-router'
import { useAppConfig } from '../shared/api/app-config'
import { paths } from '../shared/lib/routing/paths'
import { buttonClass } from '../shared/ui/Button'
import { AssistantIcon } from '../shared/ui/mark-icons'
import { LATER_IN_HEADER } from './Header'

/** Link to the assistant: in the header, or on a phone, whose header has no room, below the page. */
export function AssistantLink() {
  const intl = useIntl()
  const place = document.getElementById(LATER_IN_HEADER)
  const agent = useAppConfig()?.agent ?? false
  if (agent === false || place === null) return null
  const label = intl.formatMessage({ id: 'agent.title', defaultMessage: 'Assistant' })
  const inHeader = (
    <Link
      to={paths.assistant}
      aria-label={label}
      data-tooltip={label}
      className="hidden size-11 items-center justify-center rounded-full text-muted transition-colors hover:bg-sunken hover:text-ink sm:inline-flex"
    >
      <AssistantIcon />
    </Link>
  )
  return (
    <>
      {createPortal(inHeader, place)}
      <nav aria-label={label} className="mb-4 self-center group-has-data-cook/shell:hidden sm:hidden print:hidden">
        <Link to={paths.assistant} className={buttonClass('bare')}>
          <AssistantIcon />
          {label}
        </Link>
      </nav>
    </>
  )
}
