import type { ReactNode } from 'react'
import { defineMessages, FormattedMessage, type MessageDescriptor } from 'react-intl'
import { Duration } from '../../shared/i18n/Duration'
import { shortLabelOf } from '../../shared/i18n/field-messages'
import { AS_WRITTEN } from '../../shared/lib/amounts/pieces'
import { lineGroups, wholeLine } from '../../shared/lib/export/line'
import { safeLink } from '../../shared/lib/recipe/address'
import { type ContentField, type FieldKind, fieldsIn, mapFields } from '../../shared/lib/recipe/fields'
import { isLowerBound } from '../../shared/lib/recipe/nutrition'
import type { Recipe } from '../../shared/lib/recipe/recipe'
import { NUTRITION_PARTS, type StoredValues, storedOf } from '../../shared/lib/recipe/recipe-content'
import { linksOf } from '../../shared/lib/recipe/recipe-links'
import { stepGroups } from '../../shared/lib/recipe/step-headings'
import { LinkedIngredients } from '../../shared/ui/LinkedIngredients'

interface PrintedRecipeProps {
  recipe: Recipe
  /** Titles of the user's recipes by id, for lines that link to one. */
  titles?: ReadonlyMap<string, string | null>
  /** Loaded recipes by id, for lines that link to one. */
  linked?: ReadonlyMap<string, Recipe>
}

/** A recipe for print, without controls. */
export function PrintedRecipe({ recipe, titles = new Map(), linked = new Map() }: PrintedRecipeProps) {
  const language = recipe.language ?? undefined
  const link = safeLink(recipe.url)
  return (
    <article
      data-printed={recipe.id}
      className="border-t border-line py-8 break-after-page last:break-after-auto print:border-0 print:py-0"
    >
      <h2 lang={language} className="text-2xl font-semibold wrap-anywhere">
        {recipe.title ?? <FormattedMessage id="card.untitled" defaultMessage="Untitled recipe" />}
      </h2>
      {recipe.author !== null && (
        <p className="mt-1 text-sm wrap-anywhere text-muted">
          <FormattedMessage id="recipe.by" defaultMessage="By {author}" values={{ author: recipe.author }} />
        </p>
      )}
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
            <Ingredients recipe={recipe} titles={titles} />
            <LinkedIngredients recipe={recipe} linked={linked} view={AS_WRITTEN} />
          </section>
        )}
        {recipe.instructions.length > 0 && (
          <section>
            <h3 className="mb-1 text-lg font-semibold">
              <FormattedMessage id="recipe.steps" defaultMessage="Steps" />
            </h3>
            {stepGroups(recipe).map(({ heading, steps }) => (
              <div key={steps[0]?.number} lang={language} className="mb-3">
                {heading !== null && <h4 className="mb-1 break-after-avoid font-sans font-semibold">{heading}</h4>}
                <ol start={steps[0]?.number} className="flex list-decimal flex-col gap-2 pl-6">
                  {steps.map(({ number, text }) => (
                    <li key={number} className="break-inside-avoid wrap-anywhere whitespace-pre-line">
                      {text}
                    </li>
                  ))}
                </ol>
              </div>
            ))}
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

function Ingredients({ recipe, titles }: Required<Pick<PrintedRecipeProps, 'recipe' | 'titles'>>) {
  const linked = new Map(linksOf(recipe).map((link) => [link.line, titles.get(link.recipe)]))
  return lineGroups(numberedLines(recipe)).map(({ heading, lines }) => (
    <div key={lines[0]?.index} lang={recipe.language ?? undefined} className="mb-3 break-inside-avoid">
      {heading !== null && <h4 className="font-sans font-semibold">{heading}</h4>}
      <ul>
        {lines.map(({ index, text }) => (
          <li key={index} className="py-0.5 wrap-anywhere">
            {text}
            {linked.get(index) != null && <span className="block text-sm text-muted">{linked.get(index)}</span>}
          </li>
        ))}
      </ul>
    </div>
  ))
}

const FACT: { readonly [Kind in FieldKind]: (value: StoredValues[Kind]) => ReactNode } = {
  text: (text) => text,
  paragraphs: (text) => text,
  url: (url) => url,
  minutes: (minutes) => (minutes === null ? null : <Duration minutes={minutes} />),
  count: (count) => count,
  ingredients: () => null,
  steps: () => null,
  tags: () => null,
  language: () => null,
  nutrition: () => null,
}

type Facts = { readonly [Kind in FieldKind]: ReactNode }

/** Servings first, then the other facts in form order, and nutrition. */
function Facts({ recipe }: { recipe: Recipe }) {
  const values = mapFields<StoredValues, Facts, 'stored'>({ stored: storedOf(recipe) }, (kind, { stored }) =>
    FACT[kind](stored),
  )
  const { nutritionalInformation: nutrition } = recipe
  const fields = new Set<ContentField>(['servings', 'yield', ...fieldsIn('facts')])
  const rows: [string, MessageDescriptor, ReactNode][] = [
    ...Array.from(fields, (field): [string, MessageDescriptor, ReactNode] => [
      field,
      shortLabelOf(field),
      values[field],
    ]),
    ...NUTRITION_PARTS.map((part): [string, MessageDescriptor, ReactNode] => [
      part,
      nutritionNames[part],
      nutrition[part] !== null && isLowerBound(nutrition) ? (
        <FormattedMessage
          id="nutrition.atLeast"
          defaultMessage="<small>at least</small> {amount}"
          values={{ amount: nutrition[part], small: (words) => words }}
        />
      ) : (
        nutrition[part]
      ),
    ]),
  ]
  const known = rows.filter(([, , value]) => value !== null)
  if (known.length === 0) return null
  return (
    <dl className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-sm">
      {known.map(([key, name, value]) => (
        <div key={key} className="flex gap-1.5">
          <dt className="text-muted">
            <FormattedMessage {...name} />
          </dt>
          <dd className="font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

const nutritionNames: Record<(typeof NUTRITION_PARTS)[number], MessageDescriptor> = defineMessages({
  calories: { id: 'nutrition.calories', defaultMessage: 'Calories' },
  fat: { id: 'nutrition.fat', defaultMessage: 'Fat' },
  carbs: { id: 'nutrition.carbs', defaultMessage: 'Carbs' },
  protein: { id: 'nutrition.protein', defaultMessage: 'Protein' },
})

function numberedLines({ ingredients }: Recipe): { index: number; text: string; group: string | null }[] {
  return ingredients.map((line, index) => ({ index, text: wholeLine(line), group: line.group }))
}
