import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { LOCALE_NAMES, LOCALES, type Locale, localeOf, rememberLocale, withLocale } from '../shared/i18n/locale'
import { Button, IconButton } from '../shared/ui/Button'
import { AppearanceIcon, DeviceIcon, GlobeIcon, MoonIcon, SunIcon } from '../shared/ui/icons'
import { Menu, MenuChoice, MenuGroup } from '../shared/ui/Menu'
import { type Mode, type Palette, useAppearance } from '../shared/ui/useAppearance'

export function PreferenceMenus() {
  const intl = useIntl()
  const language = intl.formatMessage({ id: 'shell.language', defaultMessage: 'Language' })
  const appearance = intl.formatMessage({ id: 'shell.appearance', defaultMessage: 'Appearance' })
  const both = intl.formatMessage({ id: 'shell.languageAndAppearance', defaultMessage: 'Language and appearance' })
  const locale = localeOf(location.pathname)
  return (
    <>
      <div className="hidden items-center sm:flex">
        <Menu
          label={language}
          trigger={
            <Button variant="bare" aria-label={`${language}: ${LOCALE_NAMES[locale]}`} data-tooltip={language}>
              <GlobeIcon />
              <span className="uppercase">{locale}</span>
            </Button>
          }
        >
          <LanguageChoices label={language} />
        </Menu>
        <Menu
          trigger={
            <IconButton label={appearance}>
              <AppearanceIcon />
            </IconButton>
          }
        >
          <AppearanceChoices />
        </Menu>
      </div>
      <div className="sm:hidden">
        <Menu
          trigger={
            <IconButton label={both}>
              <GlobeIcon />
            </IconButton>
          }
        >
          <LanguageChoices label={language} />
          <AppearanceChoices />
        </Menu>
      </div>
    </>
  )
}

/** Opens the current page in another language and remembers the choice on this device. */
function switchTo(locale: Locale): void {
  rememberLocale(locale)
  location.assign(`${withLocale(location.pathname, locale)}${location.search}${location.hash}`)
}

function LanguageChoices({ label }: { label: string }) {
  const current = localeOf(location.pathname)
  return (
    <MenuGroup label={label}>
      {LOCALES.map((locale) => (
        <MenuChoice key={locale} lang={locale} checked={locale === current} onSelect={() => switchTo(locale)}>
          {LOCALE_NAMES[locale]}
        </MenuChoice>
      ))}
    </MenuGroup>
  )
}

function AppearanceChoices() {
  const intl = useIntl()
  const { mode, palette, setMode, setPalette } = useAppearance()
  const modes: ReadonlyArray<readonly [Mode, ReactNode, string]> = [
    ['system', <DeviceIcon key="icon" />, intl.formatMessage({ id: 'appearance.system', defaultMessage: 'System' })],
    ['light', <SunIcon key="icon" />, intl.formatMessage({ id: 'appearance.light', defaultMessage: 'Light' })],
    ['dark', <MoonIcon key="icon" />, intl.formatMessage({ id: 'appearance.dark', defaultMessage: 'Dark' })],
  ]
  const palettes: ReadonlyArray<readonly [Palette, string]> = [
    ['orange', intl.formatMessage({ id: 'appearance.orange', defaultMessage: 'Orange and stone' })],
    ['green', intl.formatMessage({ id: 'appearance.green', defaultMessage: 'Green and slate' })],
  ]
  return (
    <>
      <MenuGroup label={intl.formatMessage({ id: 'appearance.mode', defaultMessage: 'Mode' })}>
        {modes.map(([value, icon, name]) => (
          <MenuChoice key={value} icon={icon} checked={mode === value} onSelect={() => setMode(value)}>
            {name}
          </MenuChoice>
        ))}
      </MenuGroup>
      <MenuGroup label={intl.formatMessage({ id: 'appearance.palette', defaultMessage: 'Colours' })}>
        {palettes.map(([value, name]) => (
          <MenuChoice
            key={value}
            icon={<span data-palette={value} className="size-5 rounded-full bg-(--swatch)" />}
            checked={palette === value}
            onSelect={() => setPalette(value)}
          >
            {name}
          </MenuChoice>
        ))}
      </MenuGroup>
    </>
  )
}
