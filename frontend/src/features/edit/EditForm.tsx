import { type FormEvent, type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useNavigate } from 'react-router'
import { LOCALE_NAMES, LOCALES } from '../../i18n/locale'
import { type Draft, NUTRITION_FIELDS, TIME_FIELDS } from '../../lib/draft'
import { paths } from '../../lib/paths'
import type { Language, Recipe } from '../../lib/recipe'
import type { StoredDraft } from '../../lib/stored-draft'
import { RecipePicture } from '../../ui/RecipePicture'
import { useToasts } from '../../ui/Toasts'
import { Conflicts } from './Conflicts'
import { Elsewhere } from './Elsewhere'
import { Field, inputClass, TextArea, TextInput } from './Field'
import { fieldNames } from './field-messages'
import { IngredientRows } from './IngredientRows'
import { LeaveDialog } from './LeaveDialog'
import { nutritionNames } from './nutrition-names'
import { focusPlace, ProblemSummary } from './ProblemSummary'
import { SaveBar } from './SaveBar'
import { StepRows } from './StepRows'
import { TagsField } from './TagsField'
import { TimeInput } from './TimeInput'
import { useDraftMemory } from './useDraftMemory'
import { useEditor, useLatest } from './useEditor'
import { useLeaveGuard } from './useLeaveGuard'
import { useRowOfAddress } from './useRowOfAddress'
import { useUndoKeys } from './useUndoKeys'

interface EditFormProps {
  recipe: Recipe
  /** What an earlier visit left behind, taken up again. */
  begun: StoredDraft | null
}

/** The whole recipe to be changed. Each field reads one part of the draft and changes that part. */
export function EditForm({ recipe, begun }: EditFormProps) {
  const intl = useIntl()
  const navigate = useNavigate()
  const toasts = useToasts()
  const editor = useEditor(recipe, begun)
  const { draft, edit, problems, unsaved, conflicts } = editor
  const dirty = unsaved.length > 0 || conflicts.length > 0
  const forget = useDraftMemory(recipe.id, editor.base, draft, dirty)
  const { request, release } = useLeaveGuard(dirty)
  const summary = useRef<{ focus: () => void }>(null)
  const form = useRef<HTMLFormElement>(null)
  useUndoKeys(form, editor.undo, editor.redo)
  useRowOfAddress(form)

  // What is wrong stands beside its field at once; all of it together only where it kept somebody from saving.
  const [refusals, setRefusals] = useState(0)
  const leadToProblem = useLatest(() => {
    const [first] = problems.keys()
    if (problems.size === 1 && first !== undefined) focusPlace(first)
    else summary.current?.focus()
  })
  useEffect(() => {
    if (refusals > 0) leadToProblem()
  }, [refusals, leadToProblem])

  const save = async () => {
    if (problems.size > 0) {
      setRefusals((count) => count + 1)
      return
    }
    setRefusals(0)
    if (!(await editor.trySave())) return
    forget()
    release()
    toasts.show({ content: intl.formatMessage({ id: 'edit.saved', defaultMessage: 'Saved' }) })
    await navigate(paths.recipe(recipe.id))
  }
  const saveAndLeave = useLatest(() => void save())
  const submit = (event: FormEvent) => {
    event.preventDefault()
    saveAndLeave()
  }
  const keyDown = (event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return
    event.preventDefault()
    saveAndLeave()
  }

  // Whoever must choose between two versions is led to them.
  const choosing = conflicts.length > 0
  useEffect(() => {
    if (choosing) document.getElementById('edit-conflicts')?.focus()
  }, [choosing])

  const lang = draft.language ?? undefined
  const set = useCallback(
    <Name extends keyof Draft>(name: Name, value: Draft[Name], place: string = name) =>
      edit((now) => ({ ...now, [name]: value }), place),
    [edit],
  )

  return (
    <form
      ref={form}
      noValidate
      aria-labelledby="edit-title"
      onSubmit={submit}
      onKeyDown={keyDown}
      className="mx-auto flex max-w-3xl flex-col gap-10"
    >
      <div className="flex flex-col gap-4 empty:hidden">
        <Elsewhere id={recipe.id} editor={editor} />
        <Conflicts conflicts={conflicts} onChoose={editor.resolve} />
        {refusals > 0 && <ProblemSummary ref={summary} problems={problems} />}
      </div>

      <div className="grid gap-6 sm:grid-cols-[minmax(0,1fr)_12rem]">
        <div className="flex min-w-0 flex-col gap-6">
          <TextInput
            place="title"
            label={<FormattedMessage {...fieldNames.title} />}
            value={draft.title}
            problem={problems.get('title')}
            lang={lang}
            onChange={(value) => set('title', value)}
          />
          <TextArea
            place="description"
            label={<FormattedMessage {...fieldNames.description} />}
            value={draft.description}
            problem={problems.get('description')}
            lang={lang}
            onChange={(value) => set('description', value)}
          />
        </div>
        <RecipePicture
          imageUrl={recipe.imageUrl}
          title={draft.title}
          className={`w-full rounded-2xl max-sm:order-first max-sm:aspect-[5/2] sm:mt-7 sm:aspect-square ${recipe.imageUrl === null ? 'max-sm:hidden' : ''}`}
        />
      </div>

      <IngredientRows rows={draft.ingredients} problems={problems} lang={lang} edit={edit} />
      <StepRows rows={draft.instructions} problems={problems} lang={lang} edit={edit} />

      <section aria-labelledby="edit-facts" className="flex flex-col gap-6">
        <h2 id="edit-facts" className="text-2xl font-semibold">
          <FormattedMessage id="edit.facts" defaultMessage="Times and servings" />
        </h2>
        <div className="grid gap-6 sm:grid-cols-3">
          {TIME_FIELDS.map((field) => (
            <TimeInput
              key={field}
              field={field}
              value={draft[field]}
              problem={problems.get(field)}
              onChange={(value, part) => set(field, value, `${field}.${part}`)}
            />
          ))}
          <TextInput
            place="servings"
            label={<FormattedMessage {...fieldNames.servings} />}
            inputMode="numeric"
            value={draft.servings}
            problem={problems.get('servings')}
            onChange={(value) => set('servings', value)}
          />
          <TextInput
            place="yield"
            label={<FormattedMessage {...fieldNames.yield} />}
            placeholder={intl.formatMessage({ id: 'edit.yield.placeholder', defaultMessage: '24 cookies' })}
            value={draft.yield}
            problem={problems.get('yield')}
            lang={lang}
            onChange={(value) => set('yield', value)}
          />
        </div>
      </section>

      <section aria-labelledby="edit-more" className="flex flex-col gap-6">
        <h2 id="edit-more" className="text-2xl font-semibold">
          <FormattedMessage id="edit.more" defaultMessage="More about it" />
        </h2>
        <TagsField draft={draft} problem={problems.get('tags')} lang={lang} edit={edit} />
        <div className="grid gap-6 sm:grid-cols-[12rem_minmax(0,1fr)]">
          <Field label={<FormattedMessage {...fieldNames.language} />} problem={undefined}>
            {(ties) => (
              <select
                {...ties}
                data-place="language"
                value={draft.language ?? ''}
                onChange={(event) => set('language', languageOf(event.target.value))}
                className={`${inputClass} h-12`}
              >
                <option value="">
                  {intl.formatMessage({ id: 'edit.language.none', defaultMessage: 'Not stated' })}
                </option>
                {LOCALES.map((locale) => (
                  <option key={locale} value={locale}>
                    {LOCALE_NAMES[locale]}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <TextInput
            place="url"
            label={<FormattedMessage {...fieldNames.url} />}
            inputMode="url"
            placeholder="https://"
            value={draft.url}
            problem={problems.get('url')}
            onChange={(value) => set('url', value)}
          />
        </div>
        <fieldset className="m-0 min-w-0 border-0 p-0">
          <legend className="mb-3 p-0 font-semibold">
            <FormattedMessage {...fieldNames.nutrition} />
          </legend>
          <div className="grid grid-cols-2 gap-4 sm:grid-cols-4">
            {NUTRITION_FIELDS.map((field) => (
              <TextInput
                key={field}
                place={`nutrition.${field}`}
                label={<FormattedMessage {...nutritionNames[field]} />}
                value={draft.nutrition[field]}
                problem={problems.get(`nutrition.${field}`)}
                onChange={(value) => set('nutrition', { ...draft.nutrition, [field]: value }, `nutrition.${field}`)}
              />
            ))}
          </div>
        </fieldset>
        <TextArea
          place="notes"
          label={<FormattedMessage {...fieldNames.notes} />}
          hint={<FormattedMessage id="edit.notes.hint" defaultMessage="For you alone; nobody else sees them." />}
          value={draft.notes}
          problem={problems.get('notes')}
          onChange={(value) => set('notes', value)}
        />
      </section>

      <SaveBar id={recipe.id} editor={editor} onSave={saveAndLeave} />
      {request !== null && <LeaveDialog request={request} onDiscard={forget} onSave={saveAndLeave} />}
    </form>
  )
}

function languageOf(value: string): Language | null {
  return LOCALES.find((locale) => locale === value) ?? null
}
