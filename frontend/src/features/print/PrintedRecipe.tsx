import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import { Duration } from '../../i18n/Duration'
import { safeLink } from '../../lib/address'
import { lineGroups, wholeLine } from '../../lib/export/line'
import type { Recipe } from '../../lib/recipe'

/** One recipe for paper: all of it, and nothing to press. */
export function PrintedRecipe({ recipe }: { recipe: Recipe }) {
  const language = recipe.language ?? undefined
  const link = safeLink(recipe.url)
  return (
    <article
      data-printed={recipe.id}
      className="border-t border-line py-8 break-after-page last:break-after-auto print:border-0 print:py-0"
    >
      <h2 lang={language} className="text-2xl font-semibold wrap-anywhere">
        {recipe.title ?? <FormattedMessage id="card.untitled" defaultMessage="Recipe without a title" />}
      </h2>
      {link !== null && <p className="mt-1 text-sm wrap-anywhere text-muted">{link}</p>}
      {recipe.description !== null && (
        <p lang={language} className="mt-2 max-w-prose wrap-anywhere whitespace-pre-line text-muted">
          {recipe.description}
        </p>
      )}
      <Facts recipe={recipe} />
      <div className="mt-4 grid gap-6 sm:grid-cols-[2fr_3fr] print:grid-cols-[2fr_3fr]">
        {recipe.ingredients.length > 0 && (
          <section>
            <h3 className="mb-1 text-lg font-semibold">
              <FormattedMessage id="recipe.ingredients" defaultMessage="Ingredients" />
            </h3>
            <Ingredients recipe={recipe} />
          </section>
        )}
        {recipe.instructions.length > 0 && (
          <section>
            <h3 className="mb-1 text-lg font-semibold">
              <FormattedMessage id="recipe.steps" defaultMessage="Steps" />
            </h3>
            <ol lang={language} className="flex list-decimal flex-col gap-2 pl-6">
              {numbered(recipe.instructions).map(({ number, text }) => (
                <li key={number} className="break-inside-avoid wrap-anywhere whitespace-pre-line">
                  {text}
                </li>
              ))}
            </ol>
          </section>
        )}
      </div>
      {recipe.notes !== null && recipe.notes !== '' && (
        <section className="mt-4">
          <h3 className="mb-1 text-lg font-semibold">
            <FormattedMessage id="notes.title" defaultMessage="My notes" />
          </h3>
          <p className="wrap-anywhere whitespace-pre-line">{recipe.notes}</p>
        </section>
      )}
    </article>
  )
}

function Ingredients({ recipe }: { recipe: Recipe }) {
  return lineGroups(numberedLines(recipe)).map(({ heading, lines }) => (
    <div key={lines[0]?.index} lang={recipe.language ?? undefined} className="mb-3 break-inside-avoid">
      {heading !== null && <h4 className="font-sans font-semibold">{heading}</h4>}
      <ul>
        {lines.map(({ index, text }) => (
          <li key={index} className="py-0.5 wrap-anywhere">
            {text}
          </li>
        ))}
      </ul>
    </div>
  ))
}

function Facts({ recipe }: { recipe: Recipe }) {
  const { nutritionalInformation: facts } = recipe
  const rows: [string, ReactNode, ReactNode][] = [
    ['servings', <FormattedMessage key="l" id="recipe.servings" defaultMessage="Servings" />, recipe.servings],
    ['yield', <FormattedMessage key="l" id="recipe.yield" defaultMessage="Makes" />, recipe.yield],
    ['prep', <FormattedMessage key="l" id="recipe.prep" defaultMessage="Prep" />, time(recipe.prep_time)],
    ['cook', <FormattedMessage key="l" id="recipe.cook" defaultMessage="Cook" />, time(recipe.cook_time)],
    ['total', <FormattedMessage key="l" id="recipe.total" defaultMessage="Total" />, time(recipe.total_time)],
    ['calories', <FormattedMessage key="l" id="nutrition.calories" defaultMessage="Calories" />, facts.calories],
    ['fat', <FormattedMessage key="l" id="nutrition.fat" defaultMessage="Fat" />, facts.fat],
    ['carbs', <FormattedMessage key="l" id="nutrition.carbs" defaultMessage="Carbs" />, facts.carbs],
    ['protein', <FormattedMessage key="l" id="nutrition.protein" defaultMessage="Protein" />, facts.protein],
  ]
  const known = rows.filter(([, , value]) => value !== null)
  if (known.length === 0) return null
  return (
    <dl className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-sm">
      {known.map(([key, name, value]) => (
        <div key={key} className="flex gap-1.5">
          <dt className="text-muted">{name}</dt>
          <dd className="font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function time(minutes: number | null): ReactNode {
  return minutes === null ? null : <Duration minutes={minutes} />
}

function numbered(steps: readonly string[]): { number: number; text: string }[] {
  return steps.map((text, index) => ({ number: index + 1, text }))
}

function numberedLines({ ingredients }: Recipe): { index: number; text: string; group: string | null }[] {
  return ingredients.map((line, index) => ({ index, text: wholeLine(line), group: line.group }))
}
