declare module 'virtual:messages' {
  type Compact = Readonly<Record<string, string | import('react-intl').MessageFormatElement[]>>
  export const loaders: Readonly<
    Record<string, Readonly<Record<import('./locale').Locale, () => Promise<{ default: Compact }>>>>
  >
}
