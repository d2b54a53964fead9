import { type ReactNode, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { originFieldMessages, readerMessages, surenessMessage } from '../../i18n/origin-messages'
import { ORIGIN_FIELDS, type Origin, originOfLine } from '../../lib/origins'
import type { OriginsState } from './useOrigins'

interface LineOriginProps {
  origins: OriginsState
  index: number
  text: string
  language: string | undefined
}

/** Where one ingredient line came from, as far as that is told. */
export function LineOrigin({ origins, index, text, language }: LineOriginProps) {
  return (
    <Told state={origins}>
      {(found) => {
        const origin = originOfLine(found, index, text)
        if (origin === 'changed') {
          return <FormattedMessage id="origin.changed" defaultMessage="You have written this line yourself." />
        }
        return origin === null ? <Untold /> : <OriginFacts origin={origin} language={language} />
      }}
    </Told>
  )
}

/** Where each field of the recipe came from. */
export function FieldOrigins({ origins }: { origins: OriginsState }) {
  const [open, setOpen] = useState(false)
  const toggled = (isOpen: boolean) => {
    setOpen(isOpen)
    if (isOpen) origins.ask()
  }
  return (
    <details
      className="mt-12 border-t border-line pt-4"
      data-origins={origins.phase}
      onToggle={(event) => toggled(event.currentTarget.open)}
    >
      <summary className="w-fit rounded py-2 font-semibold text-muted hover:text-ink">
        <FormattedMessage id="origin.fields" defaultMessage="Where is this from?" />
      </summary>
      {open && (
        <div className="pt-3 pb-2">
          <Told state={origins}>
            {({ fields }) => (
              <dl className="grid max-w-3xl gap-x-8 gap-y-4 sm:grid-cols-[10rem_1fr]">
                {ORIGIN_FIELDS.map((field) => {
                  const origin = fields.get(field)
                  return (
                    origin !== undefined && (
                      <div key={field} data-origin={field} className="contents">
                        <dt className="font-semibold">
                          <FormattedMessage {...originFieldMessages[field]} />
                        </dt>
                        <dd className="-mt-4 text-muted sm:mt-0">
                          <Reader origin={origin} />
                          <span className="block text-sm">
                            <Sureness origin={origin} />
                            {origin.path !== '' && (
                              <>
                                {' · '}
                                <Path path={origin.path} />
                              </>
                            )}
                          </span>
                        </dd>
                      </div>
                    )
                  )
                })}
              </dl>
            )}
          </Told>
        </div>
      )}
    </details>
  )
}

function OriginFacts({ origin, language }: { origin: Origin; language: string | undefined }) {
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
      <Fact name={<FormattedMessage id="origin.reader" defaultMessage="From" />}>
        <Reader origin={origin} />
      </Fact>
      {origin.insteadOf !== null && (
        <Fact name={<FormattedMessage id="origin.insteadOf" defaultMessage="Instead of" />}>
          <q lang={language}>{origin.insteadOf}</q>
        </Fact>
      )}
      {origin.path !== '' && (
        <Fact name={<FormattedMessage id="origin.path" defaultMessage="Place" />}>
          <Path path={origin.path} />
        </Fact>
      )}
      <Fact name={<FormattedMessage id="origin.sureness" defaultMessage="How sure" />}>
        <Sureness origin={origin} />
      </Fact>
    </dl>
  )
}

function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd>{children}</dd>
    </>
  )
}

function Reader({ origin }: { origin: Origin }) {
  return <FormattedMessage {...readerMessages[origin.reader ?? 'unknown']} />
}

function Sureness({ origin }: { origin: Origin }) {
  return <FormattedMessage {...surenessMessage(origin.confidence)} values={{ percent: origin.confidence / 100 }} />
}

function Path({ path }: { path: string }) {
  return <code className="text-[0.8125rem] wrap-anywhere">{path}</code>
}

/** Waits for the origins and says so, and says when there are none. */
function Told({
  state,
  children,
}: {
  state: OriginsState
  children: (origins: NonNullable<OriginsState['origins']>) => ReactNode
}) {
  if (state.phase === 'failed') {
    return (
      <p role="alert">
        <FormattedMessage id="origin.failed" defaultMessage="That could not be loaded. Close this and try again." />
      </p>
    )
  }
  if (state.phase !== 'ready') {
    return (
      <p role="status" className="text-muted">
        <FormattedMessage id="origin.loading" defaultMessage="Looking it up…" />
      </p>
    )
  }
  return state.origins === null ? <Untold /> : children(state.origins)
}

function Untold() {
  return <FormattedMessage id="origin.none" defaultMessage="Zest has not kept where this is from." />
}
