import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import { LOCALE_NAMES } from '../../../shared/i18n/locale'
import type { Patch } from '../model/patch'

interface WholeChangesProps {
  patch: Patch
  /** Whether the recipe-wide fields change with the accepted lines. */
  isTaken: boolean
}

/** Recipe-wide changes, which apply only if all lines are accepted. */
export function WholeChanges({ patch: { title, description, servings, language }, isTaken }: WholeChangesProps) {
  return (
    <div className="flex flex-col gap-1">
      <dl className={`flex flex-col gap-1 ${isTaken ? '' : 'text-muted line-through'}`}>
        {title !== null && <Row name={<FormattedMessage id="patch.whole.title" defaultMessage="Title" />} {...title} />}
        {description !== null && (
          <Row name={<FormattedMessage id="patch.whole.description" defaultMessage="Description" />} {...description} />
        )}
        {servings !== null && (
          <Row
            name={<FormattedMessage id="patch.whole.servings" defaultMessage="Servings" />}
            before={servings.before === null ? null : String(servings.before)}
            after={String(servings.after)}
          />
        )}
        {language !== null && (
          <Row
            name={<FormattedMessage id="patch.whole.language" defaultMessage="Language" />}
            before={null}
            after={LOCALE_NAMES[language]}
          />
        )}
      </dl>
      {!isTaken && (
        <p className="text-sm text-muted">
          <FormattedMessage id="patch.whole.withAll" defaultMessage="Applied only if you accept every line." />
        </p>
      )}
    </div>
  )
}

function Row({ name, before, after }: { name: ReactNode; before: string | null; after: string }) {
  return (
    <div className="flex flex-wrap gap-x-2 wrap-anywhere">
      <dt className="text-sm leading-6 font-semibold text-muted">{name}</dt>
      <dd className="flex min-w-0 flex-wrap gap-x-2">
        {before !== null && <del className="text-muted">{before}</del>}
        <ins className="font-medium no-underline">{after}</ins>
      </dd>
    </div>
  )
}
