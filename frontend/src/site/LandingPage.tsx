import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { Locale } from '../shared/i18n/locale'
import { paths } from '../shared/lib/routing/paths'
import { ARTICLES } from './addresses'
import { textOf } from './content'
import { useAddress } from './Frame'

export function LandingPage() {
  return (
    <>
      <section className="pt-8 text-center sm:pt-16">
        <h1 className="mx-auto max-w-3xl text-[2.75rem] leading-[1.05] font-semibold tracking-tight sm:text-7xl">
          <FormattedMessage id="site.landing.title" defaultMessage="Get to the recipe." />
        </h1>
        <p className="mx-auto mt-5 max-w-xl text-lg text-balance text-muted sm:text-xl">
          <FormattedMessage
            id="site.landing.lead"
            defaultMessage="Paste a link. Zest skips the life story and keeps the ingredients, the steps and the photo."
          />
        </p>
        <AddressForm />
      </section>
      <Picture />
      <Truths />
      <Limits />
      <Reading />
    </>
  )
}

/** Works without scripts. The list reads the parameter `add`. */
function AddressForm() {
  const intl = useIntl()
  const to = useAddress()
  return (
    <form action={to(paths.myRecipes)} method="get" className="mx-auto mt-8 max-w-2xl">
      <div className="flex flex-col gap-2 sm:flex-row">
        <label htmlFor="address" className="sr-only">
          <FormattedMessage id="site.landing.label" defaultMessage="Recipe link" />
        </label>
        <input
          id="address"
          name="add"
          type="text"
          inputMode="url"
          required
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="go"
          placeholder={intl.formatMessage({
            id: 'site.landing.placeholder',
            defaultMessage: 'Paste a recipe’s link',
          })}
          className="h-14 w-full shrink-0 rounded-full border border-line-strong bg-surface px-6 text-base shadow-card placeholder:text-muted sm:w-auto sm:flex-1 focus-visible:outline-offset-0"
        />
        <button
          type="submit"
          className="min-h-14 rounded-full bg-accent px-8 text-base font-semibold text-on-accent hover:bg-accent-strong"
        >
          <FormattedMessage id="site.landing.submit" defaultMessage="Get recipe" />
        </button>
      </div>
      <p className="mt-3 text-sm text-muted">
        <FormattedMessage id="site.landing.free" defaultMessage="Free, with no account and no newsletter." />
      </p>
    </form>
  )
}

const NARROW = '(width < 40rem)'
const DARK = '(prefers-color-scheme: dark)'
const PHONE = { width: 780, height: 1328 }
const DESKTOP = { width: 1280, height: 800 }

/** Screenshot of the app in the page's language and the device's width and mode; `npm run pictures` draws them. */
function Picture() {
  const intl = useIntl()
  const at = (name: string) => `/pictures/recipe-${intl.locale}-${name}.webp`
  return (
    <figure className="mx-auto mt-14 max-w-5xl sm:mt-20">
      <picture>
        <source {...PHONE} srcSet={at('phone-dark')} media={`${NARROW} and ${DARK}`} />
        <source {...PHONE} srcSet={at('phone-light')} media={NARROW} />
        <source {...DESKTOP} srcSet={at('dark')} media={DARK} />
        <img
          {...DESKTOP}
          src={at('light')}
          fetchPriority="high"
          className="mx-auto h-auto w-full rounded-3xl border border-line shadow-card max-sm:max-w-sm sm:rounded-2xl"
          alt={intl.formatMessage({
            id: 'site.landing.picture',
            defaultMessage: 'A recipe in Zest: photo, times and servings at the top, ingredients next to the steps',
          })}
        />
      </picture>
    </figure>
  )
}

function Truths() {
  return (
    <section className="mt-20 sm:mt-28" aria-labelledby="truths">
      <h2 id="truths" className="max-w-2xl text-3xl font-semibold sm:text-4xl">
        <FormattedMessage id="site.reasons.title" defaultMessage="Three things you can count on" />
      </h2>
      <ol className="mt-8 grid gap-10 sm:mt-10 lg:grid-cols-3">
        <Truth
          number="1"
          title={<FormattedMessage id="site.reasons.checks.title" defaultMessage="It tells you when it’s unsure" />}
        >
          <FormattedMessage
            id="site.reasons.checks.text"
            defaultMessage="Zest compares a page’s data for search engines with what the page shows you. If a line doesn’t match, Zest marks it and shows where it came from. It makes nothing up."
          />
        </Truth>
        <Truth
          number="2"
          title={<FormattedMessage id="site.reasons.cooking.title" defaultMessage="Made for cooking" />}
        >
          <FormattedMessage
            id="site.reasons.cooking.text"
            defaultMessage="Change the servings and every amount follows, even inside the steps. Use grams or cups. Cook mode has large text and check marks, and keeps the screen on."
          />
        </Truth>
        <Truth
          number="3"
          title={<FormattedMessage id="site.reasons.yours.title" defaultMessage="Your recipes stay yours" />}
        >
          <FormattedMessage
            id="site.reasons.yours.text"
            defaultMessage="Start without an account; if you create one later, everything comes with you. Edit anything, download it all as a file, or delete it permanently."
          />
        </Truth>
      </ol>
    </section>
  )
}

function Truth({ number, title, children }: { number: string; title: ReactNode; children: ReactNode }) {
  return (
    <li className="border-t-2 border-accent pt-5">
      <span aria-hidden="true" className="font-serif text-xl text-accent">
        {number}
      </span>
      <h3 className="mt-1 text-2xl font-semibold">{title}</h3>
      <p className="mt-2 text-muted">{children}</p>
    </li>
  )
}

function Limits() {
  const to = useAddress()
  return (
    <section className="mt-20 rounded-2xl bg-sunken px-5 py-8 sm:mt-28 sm:px-12 sm:py-12" aria-labelledby="limits">
      <h2 id="limits" className="text-2xl font-semibold sm:text-3xl">
        <FormattedMessage id="site.limits.title" defaultMessage="What it can’t do (yet)" />
      </h2>
      <p className="mt-3 max-w-3xl text-muted sm:text-lg">
        <FormattedMessage
          id="site.limits.text"
          defaultMessage="Some sites block importing, and some pages have no recipe. Zest tells you which, and what you can do, instead of giving you half a recipe. <link>How to keep a recipe from a closed site</link>"
          values={{
            link: (words) => (
              <a
                href={to(paths.article('keep-a-recipe-from-a-closed-site'))}
                className="font-medium whitespace-normal text-ink underline underline-offset-4"
              >
                {words}
              </a>
            ),
          }}
        />
      </p>
    </section>
  )
}

function Reading() {
  const intl = useIntl()
  const to = useAddress()
  return (
    <section className="mt-20 sm:mt-28" aria-labelledby="reading">
      <h2 id="reading" className="text-3xl font-semibold sm:text-4xl">
        <FormattedMessage id="site.reading.title" defaultMessage="Good to know in the kitchen" />
      </h2>
      <ul className="mt-6 grid gap-x-10 sm:grid-cols-3">
        {ARTICLES.map((slug) => {
          const text = textOf(`articles/${slug}`, intl.locale as Locale)
          return (
            <li key={slug} className="border-b border-line py-5 sm:border-b-0">
              <h3 className="text-xl font-semibold">
                <a href={to(paths.article(slug))} className="underline-offset-4 hover:underline">
                  {text.title}
                </a>
              </h3>
              <p className="mt-1.5 text-muted">{text.description}</p>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
