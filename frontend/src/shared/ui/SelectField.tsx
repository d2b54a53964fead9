import { type ReactNode, useId } from 'react'

interface SelectFieldProps<Value extends string> {
  label: ReactNode
  name: string
  options: readonly (readonly [Value, string])[]
  value: Value
  onChoose: (value: Value) => void
}

export function SelectField<Value extends string>({ label, name, options, value, onChoose }: SelectFieldProps<Value>) {
  const id = useId()
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <select
        id={id}
        name={name}
        value={value}
        onChange={({ target }) => {
          const chosen = options.find(([known]) => known === target.value)
          if (chosen !== undefined) onChoose(chosen[0])
        }}
        className="h-12 w-full rounded-xl border border-line-strong bg-surface px-3"
      >
        {options.map(([known, words]) => (
          <option key={known} value={known}>
            {words}
          </option>
        ))}
      </select>
    </div>
  )
}
