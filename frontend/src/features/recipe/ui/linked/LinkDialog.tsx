import { type FormEvent, useMemo, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useRecipeStore, useRecipes } from '../../../../shared/api/recipes/RecipesProvider'
import { describeProblem } from '../../../../shared/i18n/problem-messages'
import { fold } from '../../../../shared/lib/list/fold'
import type { Recipe } from '../../../../shared/lib/recipe/recipe'
import { linksOf } from '../../../../shared/lib/recipe/recipe-links'
import { Button, IconButton } from '../../../../shared/ui/Button'
import { Dialog } from '../../../../shared/ui/Dialog'
import { CloseIcon } from '../../../../shared/ui/icons'
import { SelectField } from '../../../../shared/ui/SelectField'
import { useTask } from '../../../../shared/ui/useTask'
import { setLink } from '../../api/set-link'
import { textOfLine } from '../../model/ticks'
import { RecipePicker } from './RecipePicker'

interface LinkDialogProps {
  recipe: Recipe
  onClose: () => void
}

/** Links ingredient lines to other recipes of the user, and removes links; each change is stored immediately. */
export function LinkDialog({ recipe, onClose }: LinkDialogProps) {
  const intl = useIntl()
  const { cache } = useRecipeStore()
  const { recipes } = useRecipes()
  const [line, setLine] = useState('')
  const [target, setTarget] = useState('')
  const { busy, problem, run } = useTask((_, change: { readonly line: number; readonly recipe: string | null }) =>
    setLink(cache, recipe, change.line, change.recipe),
  )
  const links = linksOf(recipe)
  const lines = recipe.ingredients
    .map((ingredient, index): readonly [string, string] => [String(index), textOfLine(ingredient)])
    .filter(([index]) => !links.some((link) => String(link.line) === index))
  const choosable = useMemo(() => {
    const { compare } = new Intl.Collator(intl.locale)
    return recipes
      .filter(({ card, stored }) => stored && card.status === 'SUCCESS' && card.id !== recipe.id)
      .map(({ card }) => {
        const title = card.title ?? intl.formatMessage({ id: 'card.untitled', defaultMessage: 'Untitled recipe' })
        return { id: card.id, title, folded: fold(title), lang: card.language ?? undefined }
      })
      .sort((a, b) => compare(a.title, b.title))
  }, [recipes, recipe.id, intl])
  const choose = intl.formatMessage({ id: 'linked.choose', defaultMessage: 'Choose…' })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || line === '' || target === '') return
    if (await run({ line: Number(line), recipe: target })) {
      setLine('')
      setTarget('')
    }
  }
  return (
    <Dialog title={<FormattedMessage id="linked.title" defaultMessage="Linked recipes" />} onClose={onClose}>
      <p className="mb-4 text-muted">
        <FormattedMessage
          id="linked.text"
          defaultMessage="If you make an ingredient yourself, link it to its recipe. Your shopping list then has what that recipe needs."
        />
      </p>
      {links.length > 0 && (
        <ul className="mb-4 divide-y divide-line border-y border-line">
          {links.map((link) => {
            const ingredient = recipe.ingredients[link.line]
            const text = ingredient === undefined ? '' : textOfLine(ingredient)
            return (
              <li key={link.line} data-link={link.line} className="flex items-center gap-2 py-1">
                <span className="min-w-0 flex-1 wrap-anywhere">
                  <span lang={recipe.language ?? undefined} className="block">
                    {text}
                  </span>
                  <span className="block text-sm text-muted">
                    {choosable.find(({ id }) => id === link.recipe)?.title ?? (
                      <FormattedMessage id="linked.deleted" defaultMessage="This recipe was deleted." />
                    )}
                  </span>
                </span>
                <IconButton
                  label={intl.formatMessage(
                    { id: 'linked.remove', defaultMessage: 'Remove the link of “{line}”' },
                    { line: text },
                  )}
                  disabled={busy}
                  onClick={() => void run({ line: link.line, recipe: null })}
                >
                  <CloseIcon className="size-4.5" />
                </IconButton>
              </li>
            )
          })}
        </ul>
      )}
      <form onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
        <SelectField
          label={<FormattedMessage id="linked.line" defaultMessage="Ingredient" />}
          name="line"
          options={[['', choose], ...lines]}
          value={line}
          onChoose={setLine}
        />
        <RecipePicker recipes={choosable} chosen={target} onChoose={setTarget} />
        <div role="alert" className="empty:hidden">
          {problem !== null && (
            <p data-problem={problem.code} className="text-sm font-medium text-danger">
              {describeProblem(intl, 'save', problem)}
            </p>
          )}
        </div>
        <Button type="submit" disabled={busy || line === '' || target === ''} className="self-start">
          <FormattedMessage id="linked.add" defaultMessage="Link recipe" />
        </Button>
      </form>
    </Dialog>
  )
}
