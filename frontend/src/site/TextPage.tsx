import type { ReactNode } from 'react'
import { FormattedDate, FormattedMessage } from 'react-intl'
import type { Text } from './content'

interface TextPageProps {
  text: Text
  /** For an article, the address of the list of articles. */
  back?: string
  children?: ReactNode
  more?: ReactNode
}

export function TextPage({ text, back, children, more }: TextPageProps) {
  return (
    <article>
      {back !== undefined && (
        <p className="mb-4">
          <a
            href={back}
            className="inline-flex min-h-11 items-center font-medium text-muted underline-offset-4 hover:underline"
          >
            <FormattedMessage id="site.article.back" defaultMessage="All articles" />
          </a>
        </p>
      )}
      <h1 className="text-4xl leading-tight font-semibold tracking-tight sm:text-5xl">{text.title}</h1>
      <p className="mt-4 text-muted">
        <Day of={text.date} />
      </p>
      {children}
      <div className="prose mt-8" dangerouslySetInnerHTML={{ __html: text.html }} />
      {more}
    </article>
  )
}

export function Day({ of }: { of: string }) {
  return (
    <time dateTime={of}>
      <FormattedDate value={`${of}T00:00:00Z`} timeZone="UTC" dateStyle="long" />
    </time>
  )
}
