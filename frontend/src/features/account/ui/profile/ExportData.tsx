import { useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router'
import type { User } from '../../../../shared/api/account/account'
import { useFeedbackApi } from '../../../../shared/api/feedback-api'
import { useRecipeApi } from '../../../../shared/api/recipes/RecipeApiProvider'
import { useRecipes } from '../../../../shared/api/recipes/RecipesProvider'
import { describeProblem } from '../../../../shared/i18n/problem-messages'
import { exportFile, exportName } from '../../../../shared/lib/export/export-file'
import { type ExportFormat, fileOfRecipes } from '../../../../shared/lib/export/files'
import type { SavedFile } from '../../../../shared/lib/export/save-file'
import type { Feedback } from '../../../../shared/lib/feedback/feedback'
import type { Recipe } from '../../../../shared/lib/recipe/recipe'
import { paths } from '../../../../shared/lib/routing/paths'
import { Button, buttonClass } from '../../../../shared/ui/Button'
import { ExportChoice, ExportProgress, RECIPE_FORMATS } from '../../../../shared/ui/ExportChoice'
import { DownloadIcon, PrintIcon } from '../../../../shared/ui/icons'
import { useExportRun } from '../../../../shared/ui/useExportRun'

/** Export of account, recipes and feedback as one file, or of the recipes in a format that other apps read. */
export function ExportData({ user }: { user: User | null }) {
  const intl = useIntl()
  const api = useRecipeApi()
  const feedbackApi = useFeedbackApi()
  const feedback = useRef<readonly Feedback[]>([])
  const total = useRecipes().recipes.length
  const [format, setFormat] = useState<ExportFormat | 'everything'>('everything')
  const { phase, busy, progress, result, problem, run, cancel } = useExportRun()

  const everything = async function* () {
    feedback.current = await feedbackApi.own()
    yield* api.exportAll()
  }
  const write = (recipes: readonly Recipe[]): SavedFile => {
    const now = new Date()
    if (format !== 'everything') {
      const done = recipes.filter(({ status }) => status === 'SUCCESS')
      return fileOfRecipes(done, format, location.origin, exportName(now).replace(/\.json$/, ''))
    }
    const content = JSON.stringify(exportFile(user, recipes, feedback.current, now), null, 2)
    return { name: exportName(now), type: 'application/json', content }
  }

  const whole = {
    value: 'everything' as const,
    name: <FormattedMessage id="export.everything" defaultMessage="Everything" />,
    hint: (
      <FormattedMessage
        id="export.everything.hint"
        defaultMessage="Your account, recipes and feedback, as one JSON file."
      />
    ),
  }
  return (
    <div className="flex flex-col items-start gap-4">
      <ExportChoice options={[whole, ...RECIPE_FORMATS]} value={format} onChoose={setFormat} />
      {busy ? (
        <ExportProgress done={progress ?? 0} total={total} onCancel={cancel} />
      ) : (
        <div className="flex flex-wrap gap-3">
          <Button
            variant="quiet"
            onClick={() => void run(format === 'everything' ? everything() : api.exportAll(), write)}
          >
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
  )
}
