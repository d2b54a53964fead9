import { FormattedMessage } from 'react-intl'

interface StepsProps {
  steps: readonly string[]
  /** Of the recipe's own words. */
  language: string | undefined
  /** Indexes of the steps that use what is pointed at. */
  using: readonly number[]
}

/** The steps, numbered large enough to be found again from across the kitchen. */
export function Steps({ steps, language, using }: StepsProps) {
  return (
    <section aria-labelledby="steps">
      <h2 id="steps" className="mb-4 text-2xl font-semibold">
        <FormattedMessage id="recipe.steps" defaultMessage="Steps" />
      </h2>
      <ol lang={language} className="flex max-w-prose flex-col gap-6">
        {numbered(steps).map(({ number, text }) => (
          <li
            key={number}
            data-used={using.includes(number - 1) || undefined}
            className="-mx-3 -my-1.5 grid grid-cols-[2.25rem_1fr] items-baseline gap-x-3 rounded-xl px-3 py-1.5 text-lg transition-colors data-used:bg-accent-soft"
          >
            <span aria-hidden="true" className="font-serif text-2xl font-semibold text-accent tabular-nums">
              {number}
            </span>
            <span>{text}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}

function numbered(steps: readonly string[]): { number: number; text: string }[] {
  return steps.map((text, index) => ({ number: index + 1, text }))
}
