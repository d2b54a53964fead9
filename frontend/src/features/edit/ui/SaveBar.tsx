import { FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router'
import { describeProblem } from '../../../shared/i18n/problem-messages'
import { platform } from '../../../shared/lib/browser/platform'
import { paths } from '../../../shared/lib/routing/paths'
import { Button, buttonClass, IconButton } from '../../../shared/ui/Button'
import { RedoIcon, UndoIcon } from '../../../shared/ui/icons'
import type { EditorHandle } from './useEditor'

interface SaveBarProps {
  id: string
  editor: EditorHandle
  onSave: () => void
}

/** Sticky bar: undo, redo, state, cancel and save. */
export function SaveBar({ id, editor, onSave }: SaveBarProps) {
  const intl = useIntl()
  const { canUndo, canRedo, undo, redo, save } = editor
  return (
    <div className="sticky bottom-0 z-30 -mx-4 border-t border-line bg-page px-4 py-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] sm:-mx-8 sm:px-8">
      <SaveFailure editor={editor} />
      <div className="flex items-center gap-1 sm:gap-2">
        <IconButton
          label={intl.formatMessage(
            { id: 'edit.undo', defaultMessage: '{platform, select, mac {Undo (⌘Z)} other {Undo (Ctrl+Z)}}' },
            { platform: platform() },
          )}
          disabled={!canUndo}
          onClick={undo}
          className="disabled:opacity-40"
        >
          <UndoIcon />
        </IconButton>
        <IconButton
          label={intl.formatMessage(
            { id: 'edit.redo', defaultMessage: '{platform, select, mac {Redo (⇧⌘Z)} other {Redo (Ctrl+Shift+Z)}}' },
            { platform: platform() },
          )}
          disabled={!canRedo}
          onClick={redo}
          className="disabled:opacity-40"
        >
          <RedoIcon />
        </IconButton>
        <p role="status" data-save={stateOf(editor)} className="min-w-0 flex-1 px-1 text-sm text-muted sm:truncate">
          <span className="max-sm:sr-only">
            <Standing editor={editor} />
          </span>
        </p>
        <Link to={paths.recipe(id)} className={buttonClass('bare')}>
          <FormattedMessage id="edit.cancel" defaultMessage="Cancel" />
        </Link>
        <Button onClick={onSave} disabled={save.phase === 'saving'} className="min-w-24">
          <FormattedMessage id="edit.save" defaultMessage="Save" />
        </Button>
      </div>
    </div>
  )
}

type Standing = 'saving' | 'failed' | 'conflict' | 'unsaved' | 'clean'

function stateOf({ save, unsaved, conflicts }: EditorHandle): Standing {
  if (save.phase === 'saving') return 'saving'
  if (conflicts.length > 0) return 'conflict'
  if (save.phase === 'failed') return 'failed'
  return unsaved.length > 0 ? 'unsaved' : 'clean'
}

function Standing({ editor }: { editor: EditorHandle }) {
  switch (stateOf(editor)) {
    case 'saving':
      return <FormattedMessage id="edit.saving" defaultMessage="Saving…" />
    case 'conflict':
      return <FormattedMessage id="edit.conflict" defaultMessage="Choose which version to keep" />
    case 'failed':
      return <FormattedMessage id="edit.notSaved" defaultMessage="Not saved" />
    case 'unsaved':
      return <FormattedMessage id="edit.unsaved" defaultMessage="Unsaved changes" />
    default:
      return null
  }
}

/** Why saving failed; the changes are kept. */
function SaveFailure({ editor: { save } }: { editor: EditorHandle }) {
  const intl = useIntl()
  return (
    <div role="alert">
      {save.phase === 'failed' && (
        <p className="mb-2 rounded-xl bg-danger-soft px-4 py-2 text-sm font-medium text-danger">
          {describeProblem(intl, 'save', save.problem)}
        </p>
      )}
    </div>
  )
}
