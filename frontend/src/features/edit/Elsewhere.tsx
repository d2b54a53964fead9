import { useEffect } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useRecipeBook } from '../../api/RecipeBookProvider'
import { useRecipes } from '../../api/RecipesProvider'
import { describeProblem } from '../../i18n/problem-messages'
import { Button } from '../../ui/Button'
import { useAttempt } from '../../ui/useAttempt'
import { type EditorHandle, useLatest } from './useEditor'

/**
 * Says when the recipe was changed or deleted elsewhere while it is open here. As long as nothing is unsaved the
 * change is simply shown; else whoever writes decides when it comes in.
 */
export function Elsewhere({ id, editor }: { id: string; editor: EditorHandle }) {
  const intl = useIntl()
  const book = useRecipeBook()
  const { recipes, synced } = useRecipes()
  const version = recipes.find(({ card }) => card.id === id)?.card.version ?? null
  const gone = synced && version === null
  const newer = version !== null && version > editor.base.version && editor.save.phase !== 'saving'
  const untouched = editor.unsaved.length === 0
  const { busy, refusal, begin } = useAttempt(async () => editor.takeIn(await book.get(id)))
  const bringIn = useLatest(() => void begin())

  // biome-ignore lint/correctness/useExhaustiveDependencies: each newer version is a reason of its own.
  useEffect(() => {
    if (newer && untouched) bringIn()
  }, [newer, untouched, version, bringIn])

  if (gone) {
    return (
      <p role="status" className="rounded-2xl bg-sunken p-4">
        <FormattedMessage
          id="edit.gone"
          defaultMessage="This recipe was deleted elsewhere. What you wrote can still be copied from here, but not saved."
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
          defaultMessage="This recipe was changed elsewhere meanwhile. Your own changes stay."
        />{' '}
        {refusal !== null && describeProblem(intl, refusal === 'OFFLINE' ? 'BUSY' : refusal, null)}
      </p>
      <Button look="quiet" disabled={busy} onClick={bringIn}>
        <FormattedMessage id="edit.newer.bringIn" defaultMessage="Bring them together" />
      </Button>
    </div>
  )
}
