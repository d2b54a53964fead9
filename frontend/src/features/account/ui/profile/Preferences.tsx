import { type ReactNode, useId } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import {
  LOCALE_NAMES,
  LOCALES,
  type Locale,
  localeOf,
  rememberLocale,
  withLocale,
} from '../../../../shared/i18n/locale'
import { type Mode, type Palette, useAppearance } from '../../../../shared/ui/useAppearance'

/** Language and appearance of this device. */
export function Preferences() {
  const intl = useIntl()
  const { mode, palette, setMode, setPalette } = useAppearance()
  const modes: Record<Mode, string> = {
    system: intl.formatMessage({ id: 'appearance.system', defaultMessage: 'System' }),
    light: intl.formatMessage({ id: 'appearance.light', defaultMessage: 'Light' }),
    dark: intl.formatMessage({ id: 'appearance.dark', defaultMessage: 'Dark' }),
  }
  const palettes: Record<Palette, string> = {
    orange: intl.formatMessage({ id: 'appearance.orange', defaultMessage: 'Orange and stone' }),
    green: intl.formatMessage({ id: 'appearance.green', defaultMessage: 'Green and slate' }),
  }
  return (
    <div className="flex flex-col gap-6">
      <Choice
        label={<FormattedMessage id="shell.language" defaultMessage="Language" />}
        value={localeOf(location.pathname)}
        options={LOCALES.map((locale) => [locale, LOCALE_NAMES[locale]] as const)}
        onChoose={speak}
        inTheirWords
      />
      <Choice
        label={<FormattedMessage id="appearance.mode" defaultMessage="Mode" />}
        value={mode}
        options={entries(modes)}
        onChoose={setMode}
      />
      <Choice
        label={<FormattedMessage id="appearance.palette" defaultMessage="Colours" />}
        value={palette}
        options={entries(palettes)}
        onChoose={setPalette}
      />
    </div>
  )
}

interface ChoiceProps<Value extends string> {
  label: ReactNode
  value: Value
  options: readonly (readonly [Value, string])[]
  onChoose: (value: Value) => void
  /** Whether each option is labelled in its own language. */
  inTheirWords?: boolean
}

/** Radio group with all options visible. */
function Choice<Value extends string>({ label, value, options, onChoose, inTheirWords = false }: ChoiceProps<Value>) {
  const name = useId()
  return (
    <fieldset>
      <legend className="pb-2 font-semibold">{label}</legend>
      <div className="flex flex-wrap gap-2">
        {options.map(([option, text]) => (
          <label
            key={option}
            lang={inTheirWords ? option : undefined}
            className="inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-full border border-line-strong px-4 has-checked:border-accent has-checked:bg-accent-soft has-checked:text-on-accent-soft has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={name}
              checked={option === value}
              onChange={() => onChoose(option)}
              className="size-4 accent-(--accent)"
            />
            {text}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** Reloads the page in another language and remembers the choice on this device. */
function speak(locale: Locale): void {
  rememberLocale(locale)
  location.assign(`${withLocale(location.pathname, locale)}${location.search}${location.hash}`)
}

function entries<Value extends string>(record: Record<Value, string>): (readonly [Value, string])[] {
  return Object.entries(record) as [Value, string][]
}
