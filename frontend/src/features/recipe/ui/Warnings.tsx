import { FormattedMessage, useIntl } from 'react-intl'
import { safeLink } from '../../../shared/lib/recipe/address'
import type { OwnRecipe } from '../../../shared/lib/recipe/recipe'
import { AlertIcon, ExternalIcon } from '../../../shared/ui/icons'
import { warningMessage } from '../messages'

/** Import warnings, with a link to the original. Above the steps, so that they do not push the ingredients down. */
export function Warnings({ recipe }: { recipe: OwnRecipe }) {
  const intl = useIntl()
  const sentences = new Set(recipe.warnings.map((code) => intl.formatMessage(warningMessage(code))))
  const link = safeLink(recipe.url)
  if (sentences.size === 0) return null
  return (
    <section
      aria-label={intl.formatMessage({ id: 'warnings.label', defaultMessage: 'About this import' })}
      className="mb-6 flex max-w-prose gap-3 rounded-2xl bg-sunken p-4 print:hidden"
    >
      <AlertIcon className="mt-0.5 size-5 text-muted" />
      <div className="flex flex-col gap-2">
        {[...sentences].map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        {link !== null && (
          <a
            href={link}
            rel="noopener noreferrer"
            className="inline-flex min-h-6 items-center gap-1.5 self-start font-medium text-accent underline-offset-4 hover:underline"
          >
            <FormattedMessage id="warnings.original" defaultMessage="Open the original" />
            <ExternalIcon className="size-4" />
          </a>
        )}
      </div>
    </section>
  )
}
