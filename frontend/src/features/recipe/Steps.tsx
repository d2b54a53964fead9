import { FormattedMessage } from 'react-intl'

/** The steps, numbered large enough to be found again from across the kitchen. */
export function Steps({ steps, language }: { steps: readonly string[]; language: string | undefined }) {
  return (
    <section aria-labelledby="steps">
      <h2 id="steps" className="mb-4 text-2xl font-semibold">
        <FormattedMessage id="recipe.steps" defaultMessage="Steps" />
      </h2>
      <ol lang={language} className="flex max-w-prose flex-col gap-6">
        {numbered(steps).map(({ number, text }) => (
          <li key={number} className="grid grid-cols-[2.25rem_1fr] items-baseline gap-x-3 text-lg">
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
