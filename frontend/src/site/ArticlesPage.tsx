import { FormattedMessage, useIntl } from 'react-intl'
import type { Locale } from '../shared/i18n/locale'
import { paths } from '../shared/lib/routing/paths'
import { ARTICLES } from './addresses'
import { textOf } from './content'
import { useAddress } from './Frame'
import { Day } from './TextPage'

export function ArticlesPage() {
  const { locale } = useIntl()
  const to = useAddress()
  return (
    <>
      <h1 className="text-4xl font-semibold tracking-tight sm:text-5xl">
        <FormattedMessage id="site.articles.title" defaultMessage="Articles" />
      </h1>
      <p className="mt-4 text-lg text-muted">
        <FormattedMessage
          id="site.articles.lead"
          defaultMessage="Short reads on cooking from recipes written for someone else’s kitchen."
        />
      </p>
      <ul className="mt-8">
        {ARTICLES.map((slug) => {
          const text = textOf(`articles/${slug}`, locale as Locale)
          return (
            <li key={slug} className="border-t border-line py-7">
              <p className="text-sm text-muted">
                <Day of={text.date} />
              </p>
              <h2 className="mt-1 text-2xl font-semibold">
                <a href={to(paths.article(slug))} className="underline-offset-4 hover:underline">
                  {text.title}
                </a>
              </h2>
              <p className="mt-2 text-muted">{text.description}</p>
            </li>
          )
        })}
      </ul>
    </>
  )
}
