import { FormattedMessage, useIntl } from 'react-intl'
import { isRecipeId } from '../../../shared/lib/recipe/recipe-id'
import { paths } from '../../../shared/lib/routing/paths'
import { buttonClass } from '../../../shared/ui/Button'
import { ExternalIcon } from '../../../shared/ui/icons'
import { useExported } from '../api/exported'
import { bringLink } from '../model/bring'
import type { ListEntry } from '../model/shopping-list'

/** Links that open the list's recipes in Bring!, which reads their public pages, without the user's own items. */
export function SendToBring({ entries }: { entries: readonly ListEntry[] }) {
  const intl = useIntl()
  const exported = useExported()
  const recipes = entries.filter(({ id }) => isRecipeId(id))
  if (recipes.length === 0) return null
  return (
    <section aria-labelledby="send-to-bring" className="mb-6 rounded-2xl bg-sunken p-5 print:hidden">
      <h2 id="send-to-bring" className="text-lg font-semibold">
        <FormattedMessage id="shopping.bring.title" defaultMessage="Shop with Bring!" />
      </h2>
      <p className="mt-2 text-muted">
        <FormattedMessage
          id="shopping.bring.text"
          defaultMessage="Bring! reads the recipe’s public page and adds all its ingredients to your list there. It gets nothing about you."
        />
      </p>
      <ul className="mt-4 flex flex-wrap gap-3">
        {recipes.map(({ id, title, language, factor, lines }) => (
          <li key={id} className="max-w-full">
            <a
              href={bringLink(new URL(paths.recipe(id), location.origin).href, factor)}
              target="_blank"
              rel="noopener noreferrer"
              onClick={() => exported('bring', lines.length)}
              className={`${buttonClass('quiet')} max-w-full`}
            >
              <ExternalIcon className="size-4.5 shrink-0" />
              <span className="min-w-0 truncate">
                <FormattedMessage
                  id="shopping.bring.open"
                  defaultMessage="Open {name} in Bring!"
                  values={{
                    name: (
                      <span lang={language ?? undefined}>
                        {title ?? intl.formatMessage({ id: 'card.untitled', defaultMessage: 'Untitled recipe' })}
                      </span>
                    ),
                  }}
                />
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
