import { FormattedMessage, useIntl } from 'react-intl'
import { paths } from '../shared/lib/routing/paths'
import { ORIGIN } from './addresses'
import { Column, useAddress } from './Frame'

/**
 * "/bookmarklet": a bookmarklet that sends the current page to Zest.
 *
 * @param code the bookmarklet's JavaScript.
 */
export function BookmarkletPage({ code }: { code: string }) {
  const intl = useIntl()
  const to = useAddress()
  const address = bookmarkOf(code, to(paths.receive))
  // Raw HTML, because React rejects javascript: addresses.
  const link = `<a href="${address.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}" data-bookmarklet class="inline-flex min-h-13 cursor-grab items-center rounded-full bg-accent px-7 text-lg font-semibold text-on-accent hover:bg-accent-strong">${intl.formatMessage({ id: 'site.bookmarklet.name', defaultMessage: 'Get to the recipe' })}</a>`
  return (
    <Column>
      <h1 className="text-4xl font-semibold tracking-tight sm:text-5xl">
        <FormattedMessage id="site.bookmarklet.title" defaultMessage="Import any recipe page with one click" />
      </h1>
      <p className="mt-4 text-lg text-muted">
        <FormattedMessage
          id="site.bookmarklet.lead"
          defaultMessage="A bookmarklet is a bookmark that does something. This one sends Zest the page as you see it, even if it needs your sign-in or its site blocks importing."
        />
      </p>
      <div
        className="mt-8 rounded-2xl border border-dashed border-line-strong bg-surface px-6 py-9 text-center"
        dangerouslySetInnerHTML={{ __html: link }}
      />
      <div className="prose mt-8">
        <h2>
          <FormattedMessage id="site.bookmarklet.computer" defaultMessage="On a computer" />
        </h2>
        <ol>
          <li>
            <FormattedMessage
              id="site.bookmarklet.drag"
              defaultMessage="Drag the button above to your bookmarks bar. To show the bar, press Ctrl+Shift+B, or ⇧⌘B on a Mac."
            />
          </li>
          <li>
            <FormattedMessage
              id="site.bookmarklet.use"
              defaultMessage="On a recipe page, click the bookmark. Zest opens and shows what it received."
            />
          </li>
          <li>
            <FormattedMessage
              id="site.bookmarklet.confirm"
              defaultMessage="Press “Import this page”. Nothing is imported until you do."
            />
          </li>
        </ol>
        <h2>
          <FormattedMessage id="site.bookmarklet.phone" defaultMessage="On a phone or without a mouse" />
        </h2>
        <ol>
          <li>
            <FormattedMessage id="site.bookmarklet.copy" defaultMessage="Copy the whole line below." />
          </li>
          <li>
            <FormattedMessage
              id="site.bookmarklet.byHand"
              defaultMessage="Bookmark this page, then edit the bookmark: give it a short name, like “zest”, and replace its address with the copied line."
            />
          </li>
          <li>
            <FormattedMessage
              id="site.bookmarklet.onPhone"
              defaultMessage="Open the bookmark on a recipe page. In Chrome on Android, type its name in the address bar and tap it; in Safari, choose it from your bookmarks."
            />
          </li>
        </ol>
        <textarea
          readOnly
          rows={4}
          value={address}
          aria-label={intl.formatMessage({
            id: 'site.bookmarklet.code',
            defaultMessage: 'Bookmarklet code',
          })}
          className="w-full rounded-xl border border-line-strong bg-sunken p-3 font-mono text-xs break-all"
        />
        <h2>
          <FormattedMessage id="site.bookmarklet.what" defaultMessage="What it does and doesn’t do" />
        </h2>
        <p>
          <FormattedMessage
            id="site.bookmarklet.privacy"
            defaultMessage="The bookmark runs only when you click it. It sends Zest that page’s text and link, without scripts and without anything you typed, and you decide there whether to import it. We delete the page after a day and keep the recipe. The bookmark contains no password or key, and no page can see that you have it."
          />
        </p>
      </div>
    </Column>
  )
}

/** The bookmarklet's address. All of it is percent-encoded except the origin, which the server fills in. */
function bookmarkOf(code: string, receiver: string): string {
  const here = code.replaceAll(`${ORIGIN}${paths.receive}`, `${ORIGIN}${receiver}`)
  return `javascript:${encodeURIComponent(here)
    .replaceAll("'", '%27')
    .replaceAll(encodeURIComponent(`${ORIGIN}/`), `${ORIGIN}/`)}`
}
