import { useEffect, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { User } from '../../../api/account'
import { useRecipeBook } from '../../../api/RecipeBookProvider'
import { useRecipes } from '../../../api/RecipesProvider'
import { describeProblem } from '../../../i18n/problem-messages'
import { exportFile, exportName } from '../../../lib/export-file'
import { problemCode } from '../../../lib/problem'
import type { Recipe } from '../../../lib/recipe'
import { Button } from '../../../ui/Button'
import { DownloadIcon } from '../../../ui/icons'

/** Gives people all they have in Zest as one file. */
export function ExportData({ user }: { user: User | null }) {
  const intl = useIntl()
  const book = useRecipeBook()
  const total = useRecipes().recipes.length
  const [done, setDone] = useState<number | null>(null)
  const [outcome, setOutcome] = useState<string | null>(null)
  const [failed, setFailed] = useState(false)
  const run = useRef<{ wanted: boolean }>({ wanted: false })
  useEffect(() => () => stop(run.current), [])

  const begin = async () => {
    const mine = { wanted: true }
    run.current = mine
    setDone(0)
    setOutcome(null)
    setFailed(false)
    try {
      const recipes: Recipe[] = []
      for await (const page of book.exportAll()) {
        if (!mine.wanted) return
        recipes.push(...page)
        setDone(recipes.length)
      }
      const now = new Date()
      save(exportName(now), JSON.stringify(exportFile(user, recipes, now), null, 2))
      setOutcome(
        intl.formatMessage(
          {
            id: 'export.done',
            defaultMessage: '{count, plural, one {# recipe is} other {# recipes are}} in the file.',
          },
          { count: recipes.length },
        ),
      )
    } catch (thrown) {
      if (!mine.wanted) return
      setFailed(true)
      setOutcome(describeProblem(intl, problemCode(thrown), null))
    } finally {
      if (run.current === mine) setDone(null)
    }
  }

  const cancel = () => {
    stop(run.current)
    setDone(null)
  }

  return (
    <div className="flex flex-col items-start gap-3">
      {done === null ? (
        <Button look="quiet" onClick={() => void begin()}>
          <DownloadIcon />
          <FormattedMessage id="export.begin" defaultMessage="Export everything" />
        </Button>
      ) : (
        <div className="flex w-full max-w-md flex-col items-start gap-3">
          <progress
            max={Math.max(total, done, 1)}
            value={done}
            aria-label={intl.formatMessage({ id: 'export.progress', defaultMessage: 'Progress of the export' })}
            className="h-2 w-full overflow-hidden rounded-full accent-(--accent)"
          />
          <p className="text-sm text-muted">
            <FormattedMessage
              id="export.running"
              defaultMessage="{done, number} of {total, number}"
              values={{ done, total: Math.max(total, done) }}
            />
          </p>
          <Button look="bare" onClick={cancel}>
            <FormattedMessage id="profile.cancel" defaultMessage="Cancel" />
          </Button>
        </div>
      )}
      <p role="status" className={`text-sm font-medium ${failed ? 'text-danger' : 'text-good'}`}>
        {outcome}
      </p>
    </div>
  )
}

function stop(run: { wanted: boolean }): void {
  run.wanted = false
}

/** Hands a text to the browser as a download. */
function save(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has taken it by then; a second is generous.
  setTimeout(() => URL.revokeObjectURL(address), 1_000)
}
