import { type ReactNode, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import {
  ORIGIN_FIELDS,
  type Origin,
  type OriginField,
  type Origins,
  originOfLine,
  type Reader,
} from '../../../shared/lib/recipe/origins'
import { originFieldMessages, readerMessages, SURE_PERCENT, surenessMessage } from '../messages'
import type { OriginsState } from './useOrigins'

interface LineOriginProps {
  origins: OriginsState
  index: number
  text: string
  language: string | undefined
}

/** Origin of one ingredient line. */
export function LineOrigin({ origins, index, text, language }: LineOriginProps) {
  return (
    <LoadedOrigins state={origins}>
      {(found) => {
        const origin = originOfLine(found, index, text)
        if (origin === 'changed') {
          return <FormattedMessage id="origin.changed" defaultMessage="You wrote this line." />
        }
        return origin === null ? <UnknownOrigin /> : <OriginFacts origin={origin} language={language} />
      }}
    </LoadedOrigins>
  )
}

export function FieldOrigins({ origins }: { origins: OriginsState }) {
  const [open, setOpen] = useState(false)
  const toggled = (isOpen: boolean) => {
    setOpen(isOpen)
    if (isOpen) origins.ask()
  }
  return (
    <details
      className="mt-12 border-t border-line pt-4 print:hidden"
      data-origins={origins.phase}
      onToggle={(event) => toggled(event.currentTarget.open)}
    >
      <summary className="w-fit rounded py-2 font-semibold text-muted hover:text-ink">
        <FormattedMessage id="origin.fields" defaultMessage="Where did this come from?" />
      </summary>
      {open && (
        <div className="pt-3 pb-2">
          <LoadedOrigins state={origins}>
            {(found) => (
              <div className="flex max-w-3xl flex-col gap-6">
                {byReader(found).map(([reader, fields]) => (
                  <section key={reader} data-reader={reader}>
                    <h3 className="font-sans font-semibold">
                      <FormattedMessage {...readerMessages[reader]} />
                    </h3>
                    <dl className="mt-1 grid grid-cols-[auto_1fr] items-baseline gap-x-6 gap-y-1">
                      {fields.map(([field, origin]) => (
                        <FieldOrigin
                          key={field}
                          field={field}
                          origin={origin}
                          elsewhere={linesFromElsewhere(found, field)}
                        />
                      ))}
                    </dl>
                  </section>
                ))}
              </div>
            )}
          </LoadedOrigins>
        </div>
      )}
    </details>
  )
}

interface FieldOriginProps {
  field: OriginField
  origin: Origin
  /** Number of lines found by other readers. */
  elsewhere: number
}

function FieldOrigin({ field, origin, elsewhere }: FieldOriginProps) {
  return (
    <>
      <dt data-origin={field}>
        <FormattedMessage {...originFieldMessages[field]} />
      </dt>
      <dd className="flex flex-wrap gap-x-3 text-sm text-muted">
        <Path path={origin.path} />
        {origin.confidence < SURE_PERCENT && <Sureness origin={origin} />}
        {elsewhere > 0 && (
          <FormattedMessage
            id="origin.elsewhere"
            defaultMessage="{count, plural, one {# line came} other {# lines came}} from somewhere else"
            values={{ count: elsewhere }}
          />
        )}
      </dd>
    </>
  )
}

/** Fields grouped by reader, in recipe order. */
function byReader({ fields }: Origins): [Reader | 'unknown', [OriginField, Origin][]][] {
  const groups = new Map<Reader | 'unknown', [OriginField, Origin][]>()
  for (const field of ORIGIN_FIELDS) {
    const origin = fields.get(field)
    if (origin === undefined) continue
    const reader = origin.reader ?? 'unknown'
    groups.set(reader, [...(groups.get(reader) ?? []), [field, origin]])
  }
  return [...groups]
}

function linesFromElsewhere({ fields, lines }: Origins, field: OriginField): number {
  if (field !== 'ingredients') return 0
  return [...lines.values()].filter(({ reader }) => reader !== fields.get(field)?.reader).length
}

function OriginFacts({ origin, language }: { origin: Origin; language: string | undefined }) {
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
      <Fact name={<FormattedMessage id="origin.reader" defaultMessage="Source" />}>
        <FormattedMessage {...readerMessages[origin.reader ?? 'unknown']} />
      </Fact>
      {origin.insteadOf !== null && (
        <Fact name={<FormattedMessage id="origin.insteadOf" defaultMessage="Instead of" />}>
          <q lang={language}>{origin.insteadOf}</q>
        </Fact>
      )}
      {origin.path !== '' && (
        <Fact name={<FormattedMessage id="origin.path" defaultMessage="Location" />}>
          <Path path={origin.path} />
        </Fact>
      )}
      <Fact name={<FormattedMessage id="origin.confidence" defaultMessage="Confidence" />}>
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

function Sureness({ origin }: { origin: Origin }) {
  return <FormattedMessage {...surenessMessage(origin.confidence)} values={{ percent: origin.confidence / 100 }} />
}

function Path({ path }: { path: string }) {
  return <code className="text-[0.8125rem] wrap-anywhere">{path}</code>
}

/** Renders the origins, or their loading, empty or failed state. */
function LoadedOrigins({
  state,
  children,
}: {
  state: OriginsState
  children: (origins: NonNullable<OriginsState['origins']>) => ReactNode
}) {
  if (state.phase === 'failed') {
    return (
      <p role="alert">
        <FormattedMessage id="origin.failed" defaultMessage="Couldn’t load this. Close it and try again." />
      </p>
    )
  }
  if (state.phase !== 'done') {
    return (
      <p role="status" className="text-muted">
        <FormattedMessage id="origin.loading" defaultMessage="Loading…" />
      </p>
    )
  }
  return state.origins === null ? <UnknownOrigin /> : children(state.origins)
}

function UnknownOrigin() {
  return <FormattedMessage id="origin.none" defaultMessage="We don’t know where this came from." />
}
