import { FormattedMessage } from 'react-intl'
import { paths } from '../shared/lib/routing/paths'
import { useAddress } from './Frame'

/** Served with status 404 for unknown addresses. */
export function NotFoundPage() {
  const to = useAddress()
  return (
    <div className="mx-auto max-w-xl pt-12 text-center sm:pt-24">
      <p className="tracking-[0.2em] text-muted">404</p>
      <h1 className="mt-1 text-4xl font-semibold sm:text-5xl">
        <FormattedMessage id="site.notFound.title" defaultMessage="Page Not Found" />
      </h1>
      {/* The file is static; client.ts fills in the path and shows the line. */}
      <p hidden data-not-found className="mt-4 text-lg wrap-anywhere">
        <FormattedMessage
          id="site.notFound.path"
          defaultMessage="Page Not Found: {path}"
          values={{ path: <bdi data-path /> }}
        />
      </p>
      <p className="mt-4 text-lg text-muted">
        <FormattedMessage
          id="site.notFound.text"
          defaultMessage="This page doesn’t exist. It may have moved, or the address has a typo."
        />
      </p>
      <a
        href={to(paths.myRecipes)}
        className="mt-8 inline-flex min-h-12 items-center rounded-full bg-accent px-6 font-semibold text-on-accent hover:bg-accent-strong"
      >
        <FormattedMessage id="site.notFound.action" defaultMessage="Go to my recipes" />
      </a>
    </div>
  )
}
