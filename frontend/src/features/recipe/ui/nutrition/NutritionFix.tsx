import { type FormEvent, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useRecipeStore } from '../../../../shared/api/recipes/RecipesProvider'
import { describeProblem } from '../../../../shared/i18n/problem-messages'
import type { CountedLine } from '../../../../shared/lib/recipe/nutrition'
import type { OwnRecipe } from '../../../../shared/lib/recipe/recipe'
import { Button } from '../../../../shared/ui/Button'
import { TextInput } from '../../../../shared/ui/TextInput'
import { useTask } from '../../../../shared/ui/useTask'
import { updateLine } from '../../api/update-line'

interface NutritionFixProps {
  recipe: OwnRecipe
  line: CountedLine
  onDone: () => void
}

interface Fix {
  readonly food: string | null
  readonly grams: number | null
}

/** Server limits. */
const LONGEST_FOOD = 60
const MAX_GRAMS = 100_000
/** The server's sentence for a food that is not in its table. */
const UNKNOWN_FOOD = 'the food of a nutrition fix is not in the food table'

/** Correction of a line's food and weight, with the focus in the empty field. */
export function NutritionFix({ recipe, line, onDone }: NutritionFixProps) {
  const intl = useIntl()
  const { cache } = useRecipeStore()
  const [food, setFood] = useState(line.food ?? '')
  const [grams, setGrams] = useState(line.grams === null ? '' : String(line.grams))
  const { busy, problem, run, cancel } = useTask((_, fix: Fix) =>
    updateLine(cache, recipe, line.line, () => ({ nutritionFixes: [{ line: line.line, ...fix }] })),
  )
  const send = async (fix: Fix) => {
    if (!busy && (await run(fix))) onDone()
  }
  const weight = grams.trim() === '' ? null : Number(grams)
  const isWrong = weight !== null && !(Number.isInteger(weight) && weight > 0 && weight <= MAX_GRAMS)
  const isUnknown = problem?.code === 'UNKNOWN' && problem.detail === UNKNOWN_FOOD
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isWrong || (food.trim() === '' && weight === null)) return
    // The line's own food and weight need no correction.
    const isOld = !line.corrected
    const fix = {
      food: food.trim() === '' || (isOld && food.trim() === line.food) ? null : food.trim(),
      grams: isOld && weight === line.grams ? null : weight,
    }
    if (fix.food === null && fix.grams === null) onDone()
    else void send(fix)
  }
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-3 pb-4" data-fix={line.line}>
      <div className="grid grid-cols-[1fr_7rem] gap-3">
        <TextInput
          label={<FormattedMessage id="nutrition.food" defaultMessage="Food" />}
          name="food"
          lang={recipe.language ?? undefined}
          autoFocus={line.leftOut === 'UNKNOWN_FOOD'}
          autoComplete="off"
          maxLength={LONGEST_FOOD}
          value={food}
          problem={
            isUnknown
              ? intl.formatMessage({
                  id: 'nutrition.unknownFood',
                  defaultMessage: 'We don’t know this food. Try a simpler name.',
                })
              : null
          }
          onChange={({ target }) => {
            setFood(target.value)
            if (problem !== null) cancel()
          }}
        />
        <TextInput
          label={<FormattedMessage id="nutrition.grams" defaultMessage="Grams" />}
          name="grams"
          autoFocus={line.leftOut !== 'UNKNOWN_FOOD'}
          inputMode="numeric"
          autoComplete="off"
          value={grams}
          problem={
            isWrong
              ? intl.formatMessage(
                  { id: 'nutrition.gramsWrong', defaultMessage: '1 to {most, number}' },
                  { most: MAX_GRAMS },
                )
              : null
          }
          onChange={({ target }) => setGrams(target.value)}
        />
      </div>
      <div role="alert" className="empty:hidden">
        {problem !== null && !isUnknown && (
          <p data-problem={problem.code} className="text-sm font-medium text-danger">
            {describeProblem(intl, 'save', problem)}
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" aria-disabled={busy}>
          <FormattedMessage id="nutrition.save" defaultMessage="Save" />
        </Button>
        {line.leftOut !== 'NEGLIGIBLE' && (
          <Button variant="quiet" aria-disabled={busy} onClick={() => void send({ food: null, grams: 0 })}>
            <FormattedMessage id="nutrition.ignore" defaultMessage="Don’t count" />
          </Button>
        )}
        {line.corrected && (
          <Button variant="bare" aria-disabled={busy} onClick={() => void send({ food: null, grams: null })}>
            <FormattedMessage id="nutrition.reset" defaultMessage="Undo correction" />
          </Button>
        )}
      </div>
    </form>
  )
}
