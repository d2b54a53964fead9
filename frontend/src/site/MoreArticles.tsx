import { FormattedMessage, useIntl } from 'react-intl'
import type { Locale } from '../shared/i18n/locale'
import { paths } from '../shared/lib/routing/paths'
import { ARTICLES, type Slug } from './addresses'
import { textOf } from './content'
import { useAddress } from './Frame'

export function MoreArticles({ than }: { than: Slug }) {
  const { locale } = useIntl()
  const to = useAddress()
  return (
    <nav className="mt-14 border-t border-line pt-8" aria-labelledby="more">
      <h2 id="more" className="text-2xl font-semibold">
        <FormattedMessage id="site.article.more" defaultMessage="More to read" />
      </h2>
      <ul className="mt-3">
        {ARTICLES.filter((slug) => slug !== than).map((slug) => (
          <li key={slug}>
            <a
              href={to(paths.article(slug))}
              className="inline-flex min-h-11 items-center font-medium underline-offset-4 hover:underline"
            >
              {textOf(`articles/${slug}`, locale as Locale).title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
