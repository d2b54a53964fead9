import { useId } from 'react'
import { FormattedMessage } from 'react-intl'

interface PagesOrRecipesProps {
  together: boolean
  onChange: (together: boolean) => void
}

/** Radio buttons: one recipe from all photos, or one each. */
export function PagesOrRecipes({ together, onChange }: PagesOrRecipesProps) {
  const name = useId()
  const choices = [
    [true, <FormattedMessage key="one" id="tray.together" defaultMessage="Pages of one recipe" />],
    [false, <FormattedMessage key="each" id="tray.separate" defaultMessage="One recipe per photo" />],
  ] as const
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">
        <FormattedMessage id="tray.what" defaultMessage="These photos are" />
      </legend>
      {choices.map(([value, label]) => (
        <label
          key={String(value)}
          className="flex min-h-11 cursor-pointer items-center gap-2 rounded-full border border-line-strong px-4 font-medium has-checked:border-accent has-checked:bg-accent-soft has-checked:text-on-accent-soft has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
        >
          <input
            type="radio"
            name={name}
            checked={together === value}
            onChange={() => onChange(value)}
            className="size-4 accent-accent outline-none"
          />
          {label}
        </label>
      ))}
    </fieldset>
  )
}
