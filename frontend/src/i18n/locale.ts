/** Interface languages. English lives at the root; another gets a prefix of the path once it has messages. */
export type Locale = 'en'

export const DEFAULT_LOCALE: Locale = 'en'

/** The language that an address asks for by its first segment ("/es/my-recipes"), English without one. */
export function localeOf(pathname: string, known: readonly Locale[] = [DEFAULT_LOCALE]): Locale {
  const [, first = ''] = pathname.split('/')
  return known.find((locale) => locale === first) ?? DEFAULT_LOCALE
}
