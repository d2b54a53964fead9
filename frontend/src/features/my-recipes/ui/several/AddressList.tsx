import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useRecipes } from '../../../../shared/api/recipes/RecipesProvider'
import { useRecord } from '../../../../shared/api/useRecord'
import { localeOf } from '../../../../shared/i18n/locale'
import { pageKey } from '../../../../shared/lib/recipe/same-page'
import { Button, IconButton } from '../../../../shared/ui/Button'
import { CloseIcon } from '../../../../shared/ui/icons'
import { useBatch } from '../../api/useBatch'
import { type Address, readAddresses } from '../../model/addresses'

export interface AddressListProps {
  /** A pasted text, or a bookmarks file. */
  text: string
  onClose: () => void
}

/** Choice of the addresses of a text. All are selected, except those already in the list. */
export function AddressList({ text, onClose }: AddressListProps) {
  const intl = useIntl()
  const titleId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const { runner } = useBatch()
  const record = useRecord()
  const { addresses, repeated, excess, isBookmarks } = useMemo(() => readAddresses(text), [text])
  const isThere = useIsThere()
  /** Choices that differ from the default, by address. */
  const [choices, setChoices] = useState<ReadonlyMap<string, boolean>>(new Map())
  useEffect(() => heading.current?.focus(), [])

  const isChosen = ({ url }: Address) => choices.get(url) ?? !isThere(url)
  const chosen = addresses.filter(isChosen)
  const there = addresses.filter(({ url }) => isThere(url))
  const choose = (some: readonly Address[], isWanted: boolean) =>
    setChoices(new Map([...choices, ...some.map(({ url }) => [url, isWanted] as const)]))
  const submit = () => {
    const left = there.filter((address) => !isChosen(address))
    record({
      name: 'addresses_submitted',
      submission_mode: isBookmarks ? 'bookmarks' : 'text',
      address_count: chosen.length,
    })
    void runner.add(chosen, left, localeOf(location.pathname))
    onClose()
  }

  return (
    <section
      aria-labelledby={titleId}
      data-addresses={addresses.length}
      className="flex animate-arrive flex-col gap-4 rounded-3xl border border-line-strong bg-surface p-4 text-left shadow-card sm:p-5"
    >
      <div className="flex items-start gap-2">
        <h2 id={titleId} ref={heading} tabIndex={-1} className="min-w-0 flex-1 pt-1 text-xl font-semibold outline-none">
          <FormattedMessage
            id="addresses.title"
            defaultMessage="{count, plural, =0 {No links found} one {# link} other {# links}}"
            values={{ count: addresses.length }}
          />
        </h2>
        <IconButton
          label={intl.formatMessage({ id: 'addresses.close', defaultMessage: 'Cancel' })}
          onClick={onClose}
          className="-mt-1 -mr-2"
        >
          <CloseIcon />
        </IconButton>
      </div>
      <p className="text-sm text-muted empty:hidden" data-there={there.length} data-repeated={repeated}>
        {there.length > 0 && (
          <FormattedMessage
            id="addresses.there"
            defaultMessage="{count, plural, one {# is} other {# are}} already in your recipes. "
            values={{ count: there.length }}
          />
        )}
        {repeated > 0 && (
          <FormattedMessage
            id="addresses.repeated"
            defaultMessage="{count, plural, one {# duplicate was} other {# duplicates were}} left out. "
            values={{ count: repeated }}
          />
        )}
        {excess > 0 && (
          <FormattedMessage
            id="addresses.excess"
            defaultMessage="{count, plural, one {# more doesn’t} other {# more don’t}} fit; import these first."
            values={{ count: excess }}
          />
        )}
      </p>
      <Choices addresses={addresses} isThere={isThere} isChosen={isChosen} onChoose={choose} />
      <div className="flex flex-wrap items-center gap-3">
        <Button disabled={chosen.length === 0} onClick={submit} className="min-h-12 max-sm:w-full">
          <FormattedMessage
            id="addresses.submit"
            defaultMessage="{count, plural, =0 {Get recipes} one {Get # recipe} other {Get # recipes}}"
            values={{ count: chosen.length }}
          />
        </Button>
        <Button variant="bare" onClick={() => choose(addresses, chosen.length === 0)}>
          {chosen.length === 0 ? (
            <FormattedMessage id="addresses.all" defaultMessage="Select all" />
          ) : (
            <FormattedMessage id="addresses.none" defaultMessage="Select none" />
          )}
        </Button>
      </div>
    </section>
  )
}

interface ChoicesProps {
  addresses: readonly Address[]
  isThere: (url: string) => boolean
  isChosen: (address: Address) => boolean
  onChoose: (some: readonly Address[], isWanted: boolean) => void
}

/** The addresses by folder; a folder's checkbox chooses all of its addresses. */
function Choices({ addresses, isThere, isChosen, onChoose }: ChoicesProps) {
  const folders = new Map<string | null, Address[]>()
  for (const address of addresses) {
    const some = folders.get(address.folder)
    if (some === undefined) folders.set(address.folder, [address])
    else some.push(address)
  }
  return (
    <div className="-mx-1 flex max-h-96 flex-col gap-3 overflow-y-auto px-1">
      {[...folders].map(([folder, some]) => (
        <div key={folder ?? ''}>
          {folder !== null && (
            <Choice isBold checked={some.some(isChosen)} onChange={(isWanted) => onChoose(some, isWanted)}>
              <bdi>{folder}</bdi>
            </Choice>
          )}
          <ul className={folder === null ? '' : 'pl-6'}>
            {some.map((address) => (
              <li key={address.url} className="[content-visibility:auto]">
                <Choice checked={isChosen(address)} onChange={(isWanted) => onChoose([address], isWanted)}>
                  <bdi>{address.title ?? address.url.replace(/^https?:\/\/(www\.)?/, '')}</bdi>
                  {isThere(address.url) && (
                    <span className="block text-sm text-muted" data-is-there>
                      <FormattedMessage id="addresses.isThere" defaultMessage="Already in your recipes" />
                    </span>
                  )}
                </Choice>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  )
}

interface ChoiceProps {
  isBold?: boolean
  checked: boolean
  onChange: (isWanted: boolean) => void
  children: ReactNode
}

function Choice({ isBold = false, checked, onChange, children }: ChoiceProps) {
  return (
    <label className={`flex min-h-11 cursor-pointer items-start gap-3 py-2 ${isBold ? 'font-semibold' : ''}`}>
      <input
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        className="mt-0.5 size-5.5 shrink-0 cursor-pointer accent-accent"
      />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </label>
  )
}

/** Tests whether a page is in the list, or being imported. */
function useIsThere(): (url: string) => boolean {
  const { recipes } = useRecipes()
  return useMemo(() => {
    const keys = new Set<string | null>()
    for (const { card } of recipes) {
      if (card.status !== 'FAILED' && card.url !== null && card.part === null) keys.add(pageKey(card.url))
    }
    return (url) => keys.has(pageKey(url))
  }, [recipes])
}
