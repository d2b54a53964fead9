import { Fragment } from 'react'
import { FormattedMessage } from 'react-intl'
import { Link } from 'react-router'
import { lineGroups } from '../../../../shared/lib/export/line'
import type { SourcePage } from '../../../../shared/lib/recipe/place-on-page'
import type { Recipe } from '../../../../shared/lib/recipe/recipe'
import { paths } from '../../../../shared/lib/routing/paths'
import { buttonClass } from '../../../../shared/ui/Button'
import { PencilIcon, QuestionIcon } from '../../../../shared/ui/icons'
import { doubtMessage } from '../../messages'
import type { ComparedLine } from '../../model/lines'
import { Crop } from './Crop'

interface LineListProps {
  recipe: Recipe
  lines: readonly ComparedLine[]
  pages: readonly SourcePage[]
  marked: string | null
  /** Key of the expanded line. */
  open: string | null
  onMark: (key: string | null) => void
  onChoose: (key: string) => void
  onBroken: () => void
}

/** Lines of the recipe; each expands to its crop. */
export function LineList(props: LineListProps) {
  const { recipe, lines } = props
  const ingredients = lines.filter(({ kind }) => kind === 'ingredient')
  const steps = lines.filter(({ kind }) => kind === 'step')
  return (
    <div className="flex flex-col gap-6">
      {ingredients.length > 0 && (
        <section>
          <h3 className="mb-1 text-xl font-semibold">
            <FormattedMessage id="recipe.ingredients" defaultMessage="Ingredients" />
          </h3>
          {lineGroups(ingredients).map(({ heading, lines: group }) => (
            <Fragment key={group[0]?.key}>
              {heading !== null && (
                <h4 lang={recipe.language ?? undefined} className="mt-3 mb-1 font-sans font-semibold">
                  {heading}
                </h4>
              )}
              <ul>
                {group.map((line) => (
                  <Line key={line.key} line={line} {...props} />
                ))}
              </ul>
            </Fragment>
          ))}
        </section>
      )}
      {steps.length > 0 && (
        <section>
          <h3 className="mb-1 text-xl font-semibold">
            <FormattedMessage id="recipe.steps" defaultMessage="Steps" />
          </h3>
          <ol className="list-decimal pl-7 marker:font-semibold marker:text-accent">
            {steps.map((line) => (
              <Line key={line.key} line={line} {...props} />
            ))}
          </ol>
        </section>
      )}
    </div>
  )
}

function Line({
  line,
  recipe,
  pages,
  marked,
  open,
  onMark,
  onChoose,
  onBroken,
}: LineListProps & { line: ComparedLine }) {
  const { key, text, doubt, place } = line
  const page = pages.find((candidate) => candidate.page === place?.page) ?? null
  const isOpen = open === key
  const reason = doubt === null ? null : doubtMessage(doubt)
  return (
    <li
      data-line={key}
      data-marked={marked === key || undefined}
      data-doubt={doubt ?? undefined}
      onPointerEnter={(event) => event.pointerType === 'mouse' && onMark(key)}
      onPointerLeave={(event) => event.pointerType === 'mouse' && onMark(null)}
      className="rounded-lg transition-colors data-marked:bg-accent-soft"
    >
      <button
        type="button"
        aria-expanded={isOpen}
        onFocus={() => onMark(key)}
        onClick={() => onChoose(key)}
        className="flex min-h-11 w-full items-baseline gap-2 rounded-lg px-2 py-2 text-left"
      >
        <span lang={recipe.language ?? undefined} className="min-w-0 flex-1 wrap-anywhere whitespace-pre-line">
          {text}
        </span>
        {reason !== null && (
          <span className="self-start text-accent">
            <QuestionIcon />
            <span className="sr-only">
              <FormattedMessage id="ingredient.uncertain" defaultMessage="Check this" />
            </span>
          </span>
        )}
      </button>
      {isOpen && (
        <div className="flex flex-col items-start gap-2 px-2 pb-3">
          {reason !== null && (
            <p className="text-sm text-muted">
              <FormattedMessage {...reason} values={{ count: 1 }} />
            </p>
          )}
          {place !== null && page !== null ? (
            <Crop page={page} place={place} text={text} onBroken={onBroken} />
          ) : (
            <p className="text-sm text-muted">
              <FormattedMessage id="compare.notMarked" defaultMessage="This line isn’t marked on the pages." />
            </p>
          )}
          <Link to={`${paths.editRecipe(recipe.id)}#${key}`} className={`${buttonClass('quiet')} text-sm`}>
            <PencilIcon className="size-4" />
            <FormattedMessage id="compare.edit" defaultMessage="Edit this line" />
          </Link>
        </div>
      )}
    </li>
  )
}
