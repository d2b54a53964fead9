import { FormattedMessage, useIntl } from 'react-intl'
import { type FieldMessages, fieldMessages } from '../../../shared/i18n/field-messages'
import { LOCALE_NAMES, LOCALES } from '../../../shared/i18n/locale'
import type { Draft, FieldPath, FoundProblem } from '../../../shared/lib/editing/draft'
import { type ContentField, describeField, isOfKind } from '../../../shared/lib/recipe/fields'
import type { Language } from '../../../shared/lib/recipe/recipe'
import { NUTRITION_PARTS } from '../../../shared/lib/recipe/recipe-content'
import { nutritionNames } from '../messages'
import { Field, inputClass, TextArea, TextInput } from './Field'
import { IngredientRows } from './IngredientRows'
import { StepRows } from './StepRows'
import { TagsField } from './TagsField'
import { TimeInput } from './TimeInput'
import type { Edit } from './useEditor'

interface FieldInputProps {
  field: ContentField
  draft: Draft
  problems: ReadonlyMap<FieldPath, FoundProblem>
  edit: Edit
}

/** Input of a field, chosen by its kind. */
export function FieldInput({ field, draft, problems, edit }: FieldInputProps) {
  const intl = useIntl()
  const { label, hint, placeholder }: FieldMessages = fieldMessages[field]
  const { isInLanguage } = describeField(field)
  const lang = isInLanguage ? (draft.language ?? undefined) : undefined
  const problem = problems.get(field)
  const set = <Name extends ContentField>(name: Name, value: Draft[Name], place: FieldPath = name) =>
    edit((now) => ({ ...now, [name]: value }), place)

  if (isOfKind(field, 'ingredients')) {
    return <IngredientRows rows={draft[field]} problems={problems} lang={lang} edit={edit} />
  }
  if (isOfKind(field, 'steps')) return <StepRows rows={draft[field]} problems={problems} lang={lang} edit={edit} />
  if (isOfKind(field, 'tags')) return <TagsField draft={draft} problem={problem} lang={lang} edit={edit} />
  if (isOfKind(field, 'minutes')) {
    return (
      <TimeInput
        field={field}
        value={draft[field]}
        problem={problem}
        onChange={(value, part) => set(field, value, `${field}.${part}`)}
      />
    )
  }
  if (isOfKind(field, 'language')) {
    return (
      <Field label={<FormattedMessage {...label} />} problem={undefined}>
        {(ties) => (
          <select
            {...ties}
            data-place={field}
            value={draft[field] ?? ''}
            onChange={(event) => set(field, languageOf(event.target.value))}
            className={`${inputClass} h-12`}
          >
            <option value="">{intl.formatMessage({ id: 'edit.language.none', defaultMessage: 'Not set' })}</option>
            {LOCALES.map((locale) => (
              <option key={locale} value={locale}>
                {LOCALE_NAMES[locale]}
              </option>
            ))}
          </select>
        )}
      </Field>
    )
  }
  if (isOfKind(field, 'nutrition')) {
    return (
      <fieldset className="m-0 min-w-0 border-0 p-0">
        <legend className="mb-3 p-0 font-semibold">
          <FormattedMessage {...label} />
        </legend>
        <div className="grid grid-cols-2 gap-4 sm:grid-cols-4">
          {NUTRITION_PARTS.map((part) => (
            <TextInput
              key={part}
              place={`${field}.${part}`}
              label={<FormattedMessage {...nutritionNames[part]} />}
              value={draft[field][part]}
              problem={problems.get(`${field}.${part}`)}
              onChange={(value) => set(field, { ...draft[field], [part]: value }, `${field}.${part}`)}
            />
          ))}
        </div>
      </fieldset>
    )
  }
  const common = {
    place: field,
    label: <FormattedMessage {...label} />,
    hint: hint === undefined ? undefined : <FormattedMessage {...hint} />,
    value: draft[field],
    problem,
    lang,
    onChange: (value: string) => set(field, value),
  }
  if (isOfKind(field, 'paragraphs')) return <TextArea {...common} />
  if (isOfKind(field, 'count')) return <TextInput {...common} inputMode="numeric" />
  if (isOfKind(field, 'url')) return <TextInput {...common} inputMode="url" placeholder="https://" />
  return (
    <TextInput {...common} {...(placeholder === undefined ? {} : { placeholder: intl.formatMessage(placeholder) })} />
  )
}

function languageOf(value: string): Language | null {
  return LOCALES.find((locale) => locale === value) ?? null
}
