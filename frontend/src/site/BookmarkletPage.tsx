import { FormattedMessage, useIntl } from 'react-intl'
import { paths } from '../lib/routing/paths'
import { ORIGIN } from './addresses'
import { Column, useAddress } from './Frame'

/** "/bookmarklet": a bookmark that hands the page one is on to Zest. */
export function BookmarkletPage() {
  const intl = useIntl()
  const to = useAddress()
  const code = `javascript:void(location.href='${ORIGIN}${to(paths.myRecipes)}?add='+encodeURIComponent(location.href))`
  // React refuses to write such an address; a bookmark is the one place where it belongs.
  const link = `<a href="${code.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}" data-bookmarklet class="inline-flex min-h-13 cursor-grab items-center rounded-full bg-accent px-7 text-lg font-semibold text-on-accent hover:bg-accent-strong">${intl.formatMessage({ id: 'site.bookmarklet.name', defaultMessage: 'Get to the recipe' })}</a>`
  return (
    <Column>
      <h1 className="text-4xl font-semibold tracking-tight sm:text-5xl">
        <FormattedMessage id="site.bookmarklet.title" defaultMessage="One click on any recipe page" />
      </h1>
      <p className="mt-4 text-lg text-muted">
        <FormattedMessage
          id="site.bookmarklet.lead"
          defaultMessage="A bookmarklet is a bookmark that does something. This one hands the page you are on to Zest."
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
              defaultMessage="Drag the button above to your bookmarks bar. (Ctrl+Shift+B shows the bar, on a Mac ⌘+Shift+B.)"
            />
          </li>
          <li>
            <FormattedMessage
              id="site.bookmarklet.use"
              defaultMessage="On a page with a recipe, click the bookmark. Zest opens with the address in its box."
            />
          </li>
          <li>
            <FormattedMessage
              id="site.bookmarklet.confirm"
              defaultMessage="Press “Get recipe”. Nothing is imported before you do."
            />
          </li>
        </ol>
        <h2>
          <FormattedMessage id="site.bookmarklet.phone" defaultMessage="On a phone, or without a mouse" />
        </h2>
        <p>
          <FormattedMessage
            id="site.bookmarklet.byHand"
            defaultMessage="Bookmark this page, then change the bookmark: give it a name of your own, and put this line in the place of its address."
          />
        </p>
        <pre>
          <code>{code}</code>
        </pre>
        <h2>
          <FormattedMessage id="site.bookmarklet.what" defaultMessage="What it does, and what it does not" />
        </h2>
        <p>
          <FormattedMessage
            id="site.bookmarklet.privacy"
            defaultMessage="The bookmark runs only when you click it, and it tells Zest one thing: the address of the page. It reads nothing else, and no page can see that you have it."
          />
        </p>
      </div>
    </Column>
  )
}
