import { useId, useSyncExternalStore } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useHref } from 'react-router'
import { useAppConfig } from '../../../shared/api/app-config'
import { describeProblem } from '../../../shared/i18n/problem-messages'
import type { Recipe } from '../../../shared/lib/recipe/recipe'
import { paths } from '../../../shared/lib/routing/paths'
import { Button, buttonClass } from '../../../shared/ui/Button'
import { ExternalIcon } from '../../../shared/ui/icons'
import { useTask } from '../../../shared/ui/useTask'
import { useGroceryApi } from '../api/grocery-api'
import { groceryProblemMessages } from '../messages'
import { groceryProblemOf } from '../model/grocery-problem'
import type { Item } from '../model/items'
import { orderOf } from '../model/order'
import { groceryLocale, REGIONS, type Region, regionOf, storedRegion } from '../model/region'
import type { ListEntry } from '../model/shopping-list'
import { SendToBring } from './SendToBring'

interface SendToShopProps {
  items: readonly Item[]
  /** Recipes of the items; empty for the list. */
  recipes: readonly Recipe[]
  /** List entries to send to Bring! where the grocery service is off or does not deliver. */
  entries?: readonly ListEntry[]
  /** Called once the page exists. */
  onSent?: () => void
}

/** Sends items to the grocery service if it is configured and serves the region; otherwise sends recipes to Bring!. */
export function SendToShop(props: SendToShopProps) {
  const config = useAppConfig()
  if (config === null) return null
  return config.groceries === true ? <Sending {...props} /> : <SendToBring entries={props.entries ?? []} />
}

function Sending({ items, recipes, entries = [], onSent }: SendToShopProps) {
  const intl = useIntl()
  const stored = useSyncExternalStore(storedRegion.subscribe, storedRegion.read)
  const region = stored ?? regionOf(navigator.languages)
  return (
    <>
      <section aria-labelledby="send-to-shop" className="mb-6 rounded-2xl bg-sunken p-5 print:hidden">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <h2 id="send-to-shop" className="text-lg font-semibold">
            <FormattedMessage id="shopping.send.title" defaultMessage="Get it delivered" />
          </h2>
          <RegionChoice region={region} />
        </div>
        {region === 'elsewhere' ? (
          <p className="mt-2 text-muted">
            <FormattedMessage
              id="shopping.send.elsewhere"
              defaultMessage="Instacart delivers in the United States and Canada."
            />
          </p>
        ) : (
          <Order
            items={items}
            recipes={recipes}
            locale={groceryLocale(region, intl.locale)}
            {...(onSent === undefined ? {} : { onSent })}
          />
        )}
      </section>
      {region === 'elsewhere' && <SendToBring entries={entries} />}
    </>
  )
}

function RegionChoice({ region }: { region: Region }) {
  const intl = useIntl()
  const id = useId()
  const names: Readonly<Record<Region, string>> = {
    US: intl.formatMessage({ id: 'shopping.region.US', defaultMessage: 'United States' }),
    CA: intl.formatMessage({ id: 'shopping.region.CA', defaultMessage: 'Canada' }),
    elsewhere: intl.formatMessage({ id: 'shopping.region.elsewhere', defaultMessage: 'Other country' }),
  }
  return (
    <span className="flex items-center gap-2 text-sm">
      <label htmlFor={id} className="text-muted">
        <FormattedMessage id="shopping.region" defaultMessage="Shopping in" />
      </label>
      <select
        id={id}
        value={region}
        onChange={({ currentTarget: { value } }) =>
          storedRegion.write(REGIONS.find((known) => known === value) ?? 'elsewhere')
        }
        className="min-h-11 rounded-xl border border-line-strong bg-surface px-3"
      >
        {REGIONS.map((each) => (
          <option key={each} value={each}>
            {names[each]}
          </option>
        ))}
      </select>
    </span>
  )
}

type OrderProps = Omit<SendToShopProps, 'entries'> & { locale: ReturnType<typeof groceryLocale> }

/** Creates the page and opens it. The link is shown too, because popups may be blocked. */
function Order({ items, recipes, locale, onSent }: OrderProps) {
  const intl = useIntl()
  const api = useGroceryApi()
  const [only] = recipes.length === 1 ? recipes : []
  const page = useHref(paths.shoppingList)
  const order = {
    ingredients: orderOf(items),
    title: only?.title ?? '',
    instructions: only?.instructions ?? [],
    imageUrl: only?.imageUrl ?? '',
    partnerLinkbackUrl: new URL(page, location.origin).href,
    locale,
  }
  const content = JSON.stringify(order)
  const { busy, result, problem, run } = useTask(async () => {
    const url = await api.link(order)
    onSent?.()
    window.open(url, '_blank', 'noopener,noreferrer')
    return { url, content }
  }, groceryProblemOf)
  // Ignores the page of an earlier selection.
  const url = result?.content === content ? result.url : null
  return (
    <>
      <p className="mt-2 text-muted">
        <FormattedMessage
          id="shopping.send.text"
          defaultMessage="Instacart opens a list where you choose a store and pay. We send only the ingredients and recipe, nothing about you."
        />
      </p>
      <div className="mt-4 flex flex-wrap items-center gap-3">
        <Button variant="quiet" disabled={busy || items.length === 0} onClick={() => void run()}>
          <ExternalIcon className="size-4.5" />
          <FormattedMessage
            id="shopping.send"
            defaultMessage="{count, plural, =0 {Send to Instacart} one {Send # item to Instacart} other {Send # items to Instacart}}"
            values={{ count: items.length }}
          />
        </Button>
        {url !== null && (
          <a href={url} target="_blank" rel="noopener noreferrer" className={buttonClass('primary')}>
            <FormattedMessage id="shopping.send.open" defaultMessage="Open the list on Instacart" />
          </a>
        )}
      </div>
      <p role="status" className="mt-2 text-sm font-medium text-danger empty:hidden">
        {problem !== null &&
          (problem.code === 'LIMIT_REACHED'
            ? describeProblem(intl, 'show', problem)
            : intl.formatMessage(groceryProblemMessages[problem.code]))}
      </p>
    </>
  )
}
