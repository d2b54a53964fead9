import { useId } from 'react'

interface ChoiceProps {
  name: string
  /** The selected value; no option matches if none is selected. */
  chosen: string
  options: readonly (readonly [value: string, label: string])[]
  onChoose: (value: string) => void
}

/** Segmented radio buttons, named by the surrounding fieldset. */
export function Choice({ name, chosen, options, onChoose }: ChoiceProps) {
  const id = useId()
  return (
    <div className="flex rounded-full bg-sunken p-1">
      {options.map(([value, label]) => (
        <label
          key={value}
          className="flex min-h-9 min-w-10 cursor-pointer items-center justify-center rounded-full px-3 text-sm font-semibold text-muted transition-colors hover:text-ink has-checked:bg-surface has-checked:text-ink has-checked:shadow-sm has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
        >
          <input
            type="radio"
            name={`${name}-${id}`}
            value={value}
            checked={value === chosen}
            onChange={() => onChoose(value)}
            className="sr-only"
          />
          {label}
        </label>
      ))}
    </div>
  )
}
