import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useNavigate } from 'react-router'
import type { StoredDraft } from '../../../shared/lib/editing/stored-draft'
import { type ContentField, type FieldDescription, fieldsIn, isOfKind } from '../../../shared/lib/recipe/fields'
import type { OwnRecipe } from '../../../shared/lib/recipe/recipe'
import { paths } from '../../../shared/lib/routing/paths'
import { useToasts } from '../../../shared/ui/Toasts'
import { useLatest } from '../../../shared/ui/useLatest'
import { Conflicts } from './Conflicts'
import { FieldInput } from './FieldInput'
import { FormPicture, type PictureFrame } from './FormPicture'
import { LeaveDialog } from './LeaveDialog'
import { NewerVersion } from './NewerVersion'
import { focusPlace, ProblemSummary } from './ProblemSummary'
import { ReadAgain } from './ReadAgain'
import { SaveBar } from './SaveBar'
import { useDraftMemory } from './useDraftMemory'
import { useEditor } from './useEditor'
import { useLeaveGuard } from './useLeaveGuard'
import { useRowOfAddress } from './useRowOfAddress'
import { useUndoKeys } from './useUndoKeys'

interface EditFormProps {
  recipe: OwnRecipe
  /** Draft of an earlier visit to restore. */
  begun: StoredDraft | null
  OwnPicture: PictureFrame
  /** Whether to read the page again and offer its changes. */
  again: boolean
}

/** Edit form, generated from the table of fields. */
export function EditForm({ recipe, begun, again, OwnPicture }: EditFormProps) {
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

  // A problem is shown beside its field immediately, in the summary only after a failed save.
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
    const saved = await editor.trySave()
    if (saved === 'not') return
    forget()
    release()
    const said =
      saved === 'saved'
        ? intl.formatMessage({ id: 'edit.saved', defaultMessage: 'Saved' })
        : intl.formatMessage({
            id: 'edit.savedOffline',
            defaultMessage: 'Saved on this device. It’ll sync when you’re online.',
          })
    toasts.show({ content: said })
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

  // Moves the focus to the conflicts.
  const choosing = conflicts.length > 0
  useEffect(() => {
    if (choosing) document.getElementById('edit-conflicts')?.focus()
  }, [choosing])

  const inputs = (
    section: FieldDescription['section'],
    classNameOf: (field: ContentField) => string = () => 'min-w-0',
  ) =>
    fieldsIn(section).map((field) => (
      <div key={field} className={classNameOf(field)}>
        <FieldInput field={field} draft={draft} problems={problems} edit={edit} />
      </div>
    ))

  const fields = (
    <>
      <div className="grid gap-6 sm:grid-cols-[minmax(0,1fr)_12rem]">
        <div className="flex min-w-0 flex-col gap-6">{inputs('head')}</div>
        <FormPicture recipe={recipe} title={draft.title} OwnPicture={OwnPicture} onChanged={editor.takeIn} />
      </div>

      {inputs('ingredients')}
      {inputs('steps')}

      <section aria-labelledby="edit-facts" className="flex flex-col gap-6">
        <h2 id="edit-facts" className="text-2xl font-semibold">
          <FormattedMessage id="edit.facts" defaultMessage="Times and servings" />
        </h2>
        <div className="grid gap-6 sm:grid-cols-3">{inputs('facts')}</div>
      </section>

      <section aria-labelledby="edit-more" className="flex flex-col gap-6">
        <h2 id="edit-more" className="text-2xl font-semibold">
          <FormattedMessage id="edit.more" defaultMessage="More details" />
        </h2>
        <div className="grid gap-6 sm:grid-cols-[12rem_minmax(0,1fr)]">{inputs('more', besideOther)}</div>
      </section>
    </>
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
        <NewerVersion id={recipe.id} editor={editor} />
        {again && <ReadAgain recipe={recipe} editor={editor} />}
        <Conflicts conflicts={conflicts} onChoose={editor.resolve} />
        {refusals > 0 && <ProblemSummary ref={summary} problems={problems} />}
      </div>

      {again ? <Closed open={problems.size > 0 || recipe.url === null}>{fields}</Closed> : fields}

      <SaveBar id={recipe.id} editor={editor} onSave={saveAndLeave} />
      {request !== null && <LeaveDialog request={request} onDiscard={forget} onSave={saveAndLeave} />}
    </form>
  )
}

/** Language and address share a row; other fields span it. */
function besideOther(field: ContentField): string {
  return isOfKind(field, 'language') || isOfKind(field, 'url') ? 'min-w-0' : 'min-w-0 sm:col-span-full'
}

/** The form, collapsed below the page's changes; open if it has problems. */
function Closed({ open, children }: { open: boolean; children: ReactNode }) {
  const [wanted, setWanted] = useState(false)
  return (
    <details open={open || wanted} onToggle={({ currentTarget }) => setWanted(currentTarget.open)}>
      <summary className="min-h-11 cursor-pointer py-2 font-semibold">
        <FormattedMessage id="edit.again.whole" defaultMessage="The whole recipe" />
      </summary>
      <div className="mt-4 flex flex-col gap-10">{children}</div>
    </details>
  )
}
