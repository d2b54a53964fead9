import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router'
import type { User } from '../../../api/account'
import { useRecipeBook } from '../../../api/RecipeBookProvider'
import { useRecipes } from '../../../api/RecipesProvider'
import { useExportRun } from '../../../api/useExportRun'
import { describeProblem } from '../../../i18n/problem-messages'
import { type ExportFormat, fileOfRecipes } from '../../../lib/export/files'
import { exportFile, exportName } from '../../../lib/export-file'
import { paths } from '../../../lib/paths'
import type { Recipe } from '../../../lib/recipe'
import type { SavedFile } from '../../../lib/save-file'
import { Button, buttonClass } from '../../../ui/Button'
import { ExportChoice, ExportProgress, RECIPE_FORMATS } from '../../../ui/ExportChoice'
import { DownloadIcon, PrintIcon } from '../../../ui/icons'

/** Gives people all they have in Zest as one file: everything, or their recipes in a form that other apps read. */
export function ExportData({ user }: { user: User | null }) {
  const intl = useIntl()
  const book = useRecipeBook()
  const total = useRecipes().recipes.length
  const [format, setFormat] = useState<ExportFormat | 'everything'>('everything')
  const { run, begin, cancel } = useExportRun()

  const write = (recipes: readonly Recipe[]): SavedFile => {
    const now = new Date()
    if (format !== 'everything') {
      const done = recipes.filter(({ status }) => status === 'SUCCESS')
      return fileOfRecipes(done, format, location.origin, exportName(now).replace(/\.json$/, ''))
    }
    const content = JSON.stringify(exportFile(user, recipes, now), null, 2)
    return { name: exportName(now), type: 'application/json', content }
  }

  const everything = {
    value: 'everything' as const,
    name: <FormattedMessage id="export.everything" defaultMessage="Everything" />,
    hint: (
      <FormattedMessage
        id="export.everything.hint"
        defaultMessage="All that Zest knows of you and your recipes, as one JSON file."
      />
    ),
  }
  return (
    <div className="flex flex-col items-start gap-4">
      <ExportChoice options={[everything, ...RECIPE_FORMATS]} value={format} onChoose={setFormat} />
      {run.phase === 'running' ? (
        <ExportProgress done={run.done} total={total} onCancel={cancel} />
      ) : (
        <div className="flex flex-wrap gap-3">
          <Button look="quiet" onClick={() => void begin(book.exportAll(), write)}>
            <DownloadIcon />
            {format === 'everything' ? (
              <FormattedMessage id="export.begin" defaultMessage="Export everything" />
            ) : (
              <FormattedMessage id="export.recipes" defaultMessage="Export all recipes" />
            )}
          </Button>
          {total > 0 && (
            <Link to={paths.print} className={buttonClass('bare')}>
              <PrintIcon />
              <FormattedMessage id="export.print" defaultMessage="Print all recipes" />
            </Link>
          )}
        </div>
      )}
      <p role="status" className={`text-sm font-medium ${run.phase === 'failed' ? 'text-danger' : 'text-good'}`}>
        {run.phase === 'done' && (
          <FormattedMessage
            id="export.done"
            defaultMessage="{count, plural, one {# recipe is} other {# recipes are}} in the file."
            values={{ count: run.count }}
          />
        )}
        {run.phase === 'failed' && describeProblem(intl, run.problem, null)}
      </p>
    </div>
  )
}
