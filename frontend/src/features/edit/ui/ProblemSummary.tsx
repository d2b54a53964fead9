import { type Ref, useImperativeHandle, useRef } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { fieldMessages } from '../../../shared/i18n/field-messages'
import type { FieldPath, FoundProblem } from '../../../shared/lib/editing/draft'
import { AlertIcon } from '../../../shared/ui/icons'
import { describeFieldProblem } from '../messages'

/** Maximum number of problems listed individually. */
const MOST = 8

interface ProblemSummaryProps {
  problems: ReadonlyMap<FieldPath, FoundProblem>
  ref: Ref<{ focus: () => void }>
}

/** Problems that prevent saving, each linked to its control. */
export function ProblemSummary({ problems, ref }: ProblemSummaryProps) {
  const intl = useIntl()
  const box = useRef<HTMLElement>(null)
  useImperativeHandle(ref, () => ({ focus: () => box.current?.focus() }), [])
  if (problems.size === 0) return null
  return (
    <section
      ref={box}
      tabIndex={-1}
      aria-labelledby="edit-problems"
      className="flex scroll-mt-6 flex-col gap-2 rounded-2xl bg-danger-soft p-4 sm:p-5"
    >
      <h2 id="edit-problems" className="flex items-center gap-2 text-lg font-semibold text-danger">
        <AlertIcon />
        <FormattedMessage
          id="edit.problems.title"
          defaultMessage="Fix {count, plural, one {# thing} other {# things}} before saving"
          values={{ count: problems.size }}
        />
      </h2>
      <ul className="flex flex-col">
        {Array.from(problems)
          .slice(0, MOST)
          .map(([path, problem]) => (
            <li key={path}>
              <button
                type="button"
                onClick={() => focusPlace(path)}
                className="min-h-8 text-left underline underline-offset-4 hover:no-underline"
              >
                <FormattedMessage
                  id="edit.problems.one"
                  defaultMessage="{field}: {problem}"
                  values={{
                    field: intl.formatMessage(fieldMessages[problem.field].label),
                    problem: describeFieldProblem(intl, problem),
                  }}
                />
              </button>
            </li>
          ))}
      </ul>
    </section>
  )
}

/** Focuses the control of a path, or the first row of a list. */
export function focusPlace(path: FieldPath): void {
  const list = { ingredients: 'edit-ingredients', instructions: 'edit-steps' }[path]
  const selector =
    list === undefined ? `[data-place="${CSS.escape(path)}"]` : `[aria-labelledby="${list}"] [data-place]`
  document.querySelector<HTMLElement>(selector)?.focus()
}
