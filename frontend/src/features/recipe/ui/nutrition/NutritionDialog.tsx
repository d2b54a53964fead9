import { useState } from 'react'
import { defineMessages, FormattedMessage, type MessageDescriptor, useIntl } from 'react-intl'
import { Link } from 'react-router'
import { type CountedLine, countedLines, missingLines } from '../../../../shared/lib/recipe/nutrition'
import { isOwn, type Recipe } from '../../../../shared/lib/recipe/recipe'
import { paths } from '../../../../shared/lib/routing/paths'
import { Dialog } from '../../../../shared/ui/Dialog'
import { textOfLine } from '../../model/ticks'
import { NutritionFix } from './NutritionFix'

interface NutritionDialogProps {
  recipe: Recipe
  onClose: () => void
}

type Reason = NonNullable<CountedLine['leftOut']>

const reasons: Record<Reason, MessageDescriptor> = defineMessages({
  NO_AMOUNT: { id: 'nutrition.left.NO_AMOUNT', defaultMessage: 'No amount' },
  UNKNOWN_FOOD: { id: 'nutrition.left.UNKNOWN_FOOD', defaultMessage: 'We don’t know this food' },
  NO_WEIGHT: { id: 'nutrition.left.NO_WEIGHT', defaultMessage: 'We don’t know what this amount weighs' },
  NEGLIGIBLE: { id: 'nutrition.left.NEGLIGIBLE', defaultMessage: 'Hardly any calories' },
})

/** How each ingredient counts in the estimate. The owner can correct food and weight of each line. */
export function NutritionDialog({ recipe, onClose }: NutritionDialogProps) {
  const { nutritionalInformation: nutrition } = recipe
  const [edited, setEdited] = useState<number | null>(null)
  const lines = countedLines(nutrition)
  const missing = missingLines(nutrition)
  const counted = lines.filter(({ leftOut }) => leftOut === null)
  const ignored = lines.filter(({ leftOut }) => leftOut === 'NEGLIGIBLE')
  const list = (of: readonly CountedLine[]) => (
    <ul className="divide-y divide-line border-y border-line">
      {of.map((line) => (
        <Row
          key={line.line}
          recipe={recipe}
          line={line}
          open={edited === line.line}
          onToggle={() => setEdited(edited === line.line ? null : line.line)}
        />
      ))}
    </ul>
  )
  return (
    <Dialog
      title={<FormattedMessage id="nutrition.dialog" defaultMessage="How nutrition is estimated" />}
      onClose={onClose}
    >
      <div className="flex flex-col gap-5" data-nutrition-lines={lines.length}>
        {nutrition.status === 'FAILED' && (
          <p>
            {recipe.servings === null && missing.length === 0 ? (
              <FormattedMessage
                id="nutrition.noServings"
                defaultMessage="We don’t know how many servings this recipe makes."
              />
            ) : (
              <FormattedMessage
                id="nutrition.tooLittle"
                defaultMessage="Too much is unknown for an estimate: ingredients, or the number of servings."
              />
            )}{' '}
            {isOwn(recipe) && (
              <Link to={paths.editRecipe(recipe.id)} className="font-semibold underline underline-offset-4">
                <FormattedMessage id="nutrition.edit" defaultMessage="Edit the recipe" />
              </Link>
            )}
          </p>
        )}
        {missing.length > 0 && (
          <section aria-labelledby="nutrition-missing">
            <h3 id="nutrition-missing" className="mb-2 text-lg font-semibold">
              <FormattedMessage id="nutrition.notCounted" defaultMessage="Not counted" />
            </h3>
            {list(missing)}
          </section>
        )}
        {counted.length > 0 && (
          <section aria-labelledby="nutrition-counted">
            <h3 id="nutrition-counted" className="mb-2 text-lg font-semibold">
              <FormattedMessage id="nutrition.counted" defaultMessage="Counted" />
            </h3>
            {list(counted)}
          </section>
        )}
        {ignored.length > 0 && (
          <section aria-labelledby="nutrition-ignored">
            <h3 id="nutrition-ignored" className="mb-2 text-lg font-semibold">
              <FormattedMessage {...reasons.NEGLIGIBLE} />
            </h3>
            {list(ignored)}
          </section>
        )}
      </div>
    </Dialog>
  )
}

interface RowProps {
  recipe: Recipe
  line: CountedLine
  open: boolean
  onToggle: () => void
}

/** A line with its food and weight, or why it does not count. For the owner it opens the correction. */
function Row({ recipe, line, open, onToggle }: RowProps) {
  const intl = useIntl()
  const ingredient = recipe.ingredients[line.line]
  if (ingredient === undefined) return null
  const { food, grams, leftOut, corrected } = line
  const status =
    leftOut === null
      ? intl.formatMessage(
          { id: 'nutrition.asFood', defaultMessage: '{food}, {grams, number} g' },
          { food: food ?? '', grams: grams ?? 0 },
        )
      : leftOut === 'NEGLIGIBLE'
        ? null
        : intl.formatMessage(reasons[leftOut])
  const content = (
    <>
      <span lang={recipe.language ?? undefined} className="block wrap-anywhere">
        {textOfLine(ingredient)}
      </span>
      {(status !== null || corrected) && (
        <span className={`block text-sm ${leftOut === null || status === null ? 'text-muted' : 'text-danger'}`}>
          {status}
          {corrected && (
            <>
              {status !== null && ' · '}
              <FormattedMessage id="nutrition.corrected" defaultMessage="corrected by you" />
            </>
          )}
        </span>
      )}
    </>
  )
  const facts = { 'data-line': line.line, 'data-left-out': leftOut ?? undefined, 'data-food': food ?? undefined }
  if (!isOwn(recipe)) {
    return (
      <li className="py-2" {...facts}>
        {content}
      </li>
    )
  }
  return (
    <li {...facts}>
      <button
        type="button"
        aria-expanded={open}
        onClick={onToggle}
        className="block min-h-11 w-full py-2 text-left hover:bg-sunken"
      >
        {content}
      </button>
      {open && <NutritionFix recipe={recipe} line={line} onDone={onToggle} />}
    </li>
  )
}
