import { type ReactNode, useState } from 'react'
import { defineMessages, FormattedMessage, type MessageDescriptor, useIntl } from 'react-intl'
import { Link, useNavigate } from 'react-router'
import { useRecipeStore } from '../../../../shared/api/recipes/RecipesProvider'
import type { ShownRecipe } from '../../../../shared/api/recipes/shown-recipes'
import { localeOf, withLocale } from '../../../../shared/i18n/locale'
import { siteOf } from '../../../../shared/lib/recipe/address'
import { findSamePage } from '../../../../shared/lib/recipe/same-page'
import { paths } from '../../../../shared/lib/routing/paths'
import { Button, buttonClass } from '../../../../shared/ui/Button'
import { Skeleton } from '../../../../shared/ui/Skeleton'
import { usePageTitle } from '../../../../shared/ui/usePageTitle'
import type { PageRefusal, SentPage } from '../../model/sent-page'
import { HaveAlready } from '../HaveAlready'
import { useArrival } from './useArrival'

/** How long a submit waits for the list, to find duplicates. */
const WAIT_FOR_LIST_MS = 800

const refusals: Record<PageRefusal, MessageDescriptor> = defineMessages({
  malformed: {
    id: 'receive.malformed',
    defaultMessage: 'That wasn’t a web page. Add the bookmark again and try again.',
  },
  wrongOrigin: {
    id: 'receive.wrongOrigin',
    defaultMessage:
      'This page claims to be another site, so we didn’t import it. Open the recipe page and click the bookmark there.',
  },
  notHtml: {
    id: 'receive.notHtml',
    defaultMessage: 'This is a file, not a web page. Save it and add it as a file.',
  },
  tooLarge: {
    id: 'receive.tooLarge',
    defaultMessage: 'This page is too large to send. Import its link instead, or save the page and add it as a file.',
  },
  empty: {
    id: 'receive.empty',
    defaultMessage: 'This page was empty. Wait until you see the recipe, then click the bookmark again.',
  },
})

/** Page /receive: shows a page sent by the bookmarklet as text and imports it only on request. */
export function ReceivePage() {
  const intl = useIntl()
  const { arrival, origin, sentMore, forget } = useArrival()
  usePageTitle(intl.formatMessage({ id: 'receive.page', defaultMessage: 'Import a page – Zest' }))
  if (arrival === 'waiting') {
    return (
      <Frame>
        <p role="status" className="text-lg text-muted">
          <FormattedMessage id="receive.waiting" defaultMessage="Waiting for the page…" />
        </p>
        <Skeleton className="h-32" />
      </Frame>
    )
  }
  if (arrival === 'nothing') return <Nothing />
  if (arrival.kind === 'refused') return <Refused why={arrival.why} address={arrival.address} onLeave={forget} />
  return (
    <Offer
      page={arrival.page}
      bytes={arrival.bytes}
      isVouched={origin !== null && origin !== 'null'}
      sentMore={sentMore}
      onLeave={forget}
    />
  )
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <div className="mx-auto flex max-w-2xl flex-col gap-5 pt-2 pb-24 sm:pt-6">
      <h1 className="text-3xl font-semibold sm:text-4xl">
        <FormattedMessage id="receive.title" defaultMessage="Import a page" />
      </h1>
      {children}
    </div>
  )
}

function Nothing() {
  const locale = localeOf(location.pathname)
  return (
    <Frame>
      <p role="status" data-received="nothing" className="text-lg">
        <FormattedMessage
          id="receive.nothing"
          defaultMessage="No page received. Open a recipe page and click the bookmark there."
        />
      </p>
      <div className="flex flex-wrap gap-2">
        <Link to={paths.myRecipes} className={buttonClass('primary')}>
          <FormattedMessage id="receive.toList" defaultMessage="Go to my recipes" />
        </Link>
        <a href={withLocale(paths.bookmarklet, locale)} className={buttonClass('quiet')}>
          <FormattedMessage id="receive.howTo" defaultMessage="How the bookmark works" />
        </a>
      </div>
    </Frame>
  )
}

function Refused({ why, address, onLeave }: { why: PageRefusal; address: string | null; onLeave: () => void }) {
  return (
    <Frame>
      <p role="alert" data-received={why} className="text-lg">
        <FormattedMessage {...refusals[why]} />
      </p>
      {address !== null && <p className="wrap-anywhere text-muted">{address}</p>}
      <div className="flex flex-wrap gap-2">
        {address !== null && why !== 'notHtml' && (
          <Link
            to={`${paths.myRecipes}?add=${encodeURIComponent(address)}`}
            onClick={onLeave}
            className={buttonClass('primary')}
          >
            <FormattedMessage id="receive.addressInstead" defaultMessage="Import the link instead" />
          </Link>
        )}
        <Link to={paths.myRecipes} onClick={onLeave} className={buttonClass('quiet')}>
          <FormattedMessage id="receive.toList" defaultMessage="Go to my recipes" />
        </Link>
      </div>
    </Frame>
  )
}

interface OfferProps {
  page: SentPage
  bytes: number
  /** Whether the browser confirmed that the page's origin matches its address. */
  isVouched: boolean
  sentMore: boolean
  onLeave: () => void
}

function Offer({ page, bytes, isVouched, sentMore, onLeave }: OfferProps) {
  const intl = useIntl()
  const store = useRecipeStore()
  const navigate = useNavigate()
  const [same, setSame] = useState<ShownRecipe | null>(null)
  const [busy, setBusy] = useState(false)

  const importNow = () => {
    const blob = new Blob([page.html], { type: 'text/html' })
    store.submitUpload(
      {
        kind: 'PAGE',
        submission: crypto.randomUUID(),
        url: page.address,
        parts: [{ name: null, contentType: 'text/html', size: blob.size }],
        blobs: [blob],
        thumbnail: null,
      },
      localeOf(location.pathname),
    )
    onLeave()
    void navigate(paths.myRecipes, { replace: true })
  }
  const ask = async () => {
    const find = () => findSamePage(page.address, store.getSnapshot().recipes, ({ card }) => card)
    setBusy(true)
    let recipe = find()
    if (recipe === null && !store.getSnapshot().whole) {
      await store.untilWhole(WAIT_FOR_LIST_MS)
      recipe = find()
    }
    setBusy(false)
    if (recipe === null) importNow()
    else setSame(recipe)
  }
  const leave = () => {
    onLeave()
    void navigate(paths.myRecipes, { replace: true })
  }

  return (
    <Frame>
      <section
        className="flex flex-col gap-2 rounded-2xl border border-line bg-surface p-5 shadow-card"
        data-received="page"
      >
        <p className="text-sm text-muted">
          {isVouched ? (
            <FormattedMessage
              id="receive.from"
              defaultMessage="Sent by {site}"
              values={{ site: <b className="font-semibold">{siteOf(page.address)}</b> }}
            />
          ) : (
            <FormattedMessage
              id="receive.claimsFrom"
              defaultMessage="Claims to be from {site}"
              values={{ site: <b className="font-semibold">{siteOf(page.address)}</b> }}
            />
          )}
        </p>
        <p className="line-clamp-3 text-xl font-semibold wrap-anywhere" data-field="title">
          {page.title === ''
            ? intl.formatMessage({ id: 'receive.untitled', defaultMessage: 'Untitled page' })
            : page.title}
        </p>
        <p className="line-clamp-4 text-sm wrap-anywhere text-muted" data-field="address">
          {page.address}
        </p>
        <p className="text-sm text-muted" data-field="size">
          {intl.formatNumber(Math.max(1, Math.round(bytes / 1000)), {
            style: 'unit',
            unit: 'kilobyte',
            unitDisplay: 'short',
          })}
        </p>
      </section>
      {sentMore && (
        <p role="status" data-sent-more className="text-sm">
          <FormattedMessage
            id="receive.moreData"
            defaultMessage="The page sent more data later. We use only what came first."
          />
        </p>
      )}
      {same === null ? (
        <div className="flex flex-wrap gap-2">
          <Button variant="primary" disabled={busy} onClick={() => void ask()}>
            <FormattedMessage id="receive.import" defaultMessage="Import this page" />
          </Button>
          <Button variant="quiet" onClick={leave}>
            <FormattedMessage id="receive.discard" defaultMessage="Don’t import" />
          </Button>
        </div>
      ) : (
        <HaveAlready recipe={same} onImport={importNow} onClose={() => setSame(null)} />
      )}
    </Frame>
  )
}
