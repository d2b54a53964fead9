import { useEffect } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useRecipeStore, useRecipes } from '../../../shared/api/recipes/RecipesProvider'
import { describeProblem } from '../../../shared/i18n/problem-messages'
import { Button } from '../../../shared/ui/Button'
import { useLatest } from '../../../shared/ui/useLatest'
import { useTask } from '../../../shared/ui/useTask'
import type { EditorHandle } from './useEditor'

/**
 * Notice that the recipe was changed or deleted elsewhere. Without unsaved changes the new version is shown
 * immediately; otherwise the user decides when to merge.
 */
export function NewerVersion({ id, editor }: { id: string; editor: EditorHandle }) {
  const intl = useIntl()
  const { cache } = useRecipeStore()
  const { recipes, synced } = useRecipes()
  const version = recipes.find(({ card }) => card.id === id)?.card.version ?? null
  const gone = synced && version === null
  const newer = version !== null && version > editor.base.version && editor.save.phase !== 'saving'
  const untouched = editor.unsaved.length === 0
  const { busy, problem, run } = useTask(async () => editor.takeIn(await cache.get(id)))
  const bringIn = useLatest(() => void run())

  // biome-ignore lint/correctness/useExhaustiveDependencies: each newer version is a reason of its own.
  useEffect(() => {
    if (newer && untouched) bringIn()
  }, [newer, untouched, version, bringIn])

  if (gone) {
    return (
      <p role="status" className="rounded-2xl bg-sunken p-4">
        <FormattedMessage
          id="edit.gone"
          defaultMessage="This recipe was deleted on another device. You can copy your text but not save it."
        />
      </p>
    )
  }
  if (!newer || untouched) return null
  return (
    <div role="status" className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-2xl bg-sunken p-4">
      <p className="min-w-52 flex-1">
        <FormattedMessage
          id="edit.newer"
          defaultMessage="This recipe was changed on another device. Your edits are kept."
        />{' '}
        {problem !== null && describeProblem(intl, 'show', problem)}
      </p>
      <Button variant="quiet" disabled={busy} onClick={bringIn}>
        <FormattedMessage id="edit.newer.merge" defaultMessage="Merge changes" />
      </Button>
    </div>
  )
}
