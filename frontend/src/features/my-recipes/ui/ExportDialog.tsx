import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router'
import { useRecipeApi } from '../../../shared/api/recipes/RecipeApiProvider'
import { describeProblem } from '../../../shared/i18n/problem-messages'
import { exportName } from '../../../shared/lib/export/export-file'
import { type ExportFormat, fileOfRecipe, fileOfRecipes } from '../../../shared/lib/export/files'
import { paths } from '../../../shared/lib/routing/paths'
import { Button, buttonClass } from '../../../shared/ui/Button'
import { Dialog } from '../../../shared/ui/Dialog'
import { ExportChoice, ExportProgress, RECIPE_FORMATS } from '../../../shared/ui/ExportChoice'
import { DownloadIcon, PrintIcon } from '../../../shared/ui/icons'
import { useExportRun } from '../../../shared/ui/useExportRun'

interface ExportDialogProps {
  /** Ids of the selected recipes, in list order. */
  ids: readonly string[]
  onClose: () => void
}

/** Exports the selected recipes as files, or prints them. */
export function ExportDialog({ ids, onClose }: ExportDialogProps) {
  const intl = useIntl()
  const api = useRecipeApi()
  const [format, setFormat] = useState<ExportFormat>('json-ld')
  const { phase, busy, progress, result, problem, run, cancel } = useExportRun()
  const start = () =>
    run(api.exportSome(ids), (recipes) => {
      const [first] = recipes
      if (first !== undefined && recipes.length === 1) return fileOfRecipe(first, format, location.origin)
      return fileOfRecipes(recipes, format, location.origin, exportName(new Date()).replace(/\.json$/, ''))
    })
  return (
    <Dialog
      title={
        <FormattedMessage
          id="export.selected"
          defaultMessage="Export {count, plural, one {# recipe} other {# recipes}}"
          values={{ count: ids.length }}
        />
      }
      onClose={onClose}
      actions={
        <>
          <Link to={paths.print} state={{ ids }} className={buttonClass('quiet')}>
            <PrintIcon />
            <FormattedMessage id="recipe.print" defaultMessage="Print" />
          </Link>
          <Button disabled={busy} onClick={() => void start()}>
            <DownloadIcon />
            <FormattedMessage id="export.download" defaultMessage="Download" />
          </Button>
        </>
      }
    >
      <ExportChoice options={RECIPE_FORMATS} value={format} onChoose={setFormat} />
      <div className="mt-4">
        {busy && <ExportProgress done={progress ?? 0} total={ids.length} onCancel={cancel} />}
        <p role="status" className={`text-sm font-medium ${phase === 'failed' ? 'text-danger' : 'text-good'}`}>
          {phase === 'done' && (
            <FormattedMessage
              id="export.done"
              defaultMessage="{count, plural, one {# recipe exported.} other {# recipes exported.}}"
              values={{ count: result }}
            />
          )}
          {problem !== null && describeProblem(intl, 'export', problem)}
        </p>
      </div>
    </Dialog>
  )
}
