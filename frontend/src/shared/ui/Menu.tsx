import {
  type ButtonHTMLAttributes,
  cloneElement,
  createContext,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  type RefAttributes,
  use,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { Link } from 'react-router'
import { CheckIcon } from './icons'
import { float } from './place'

type Trigger = ReactElement<ButtonHTMLAttributes<HTMLButtonElement> & RefAttributes<HTMLButtonElement>>

interface MenuProps {
  /** A `Button` or an `IconButton` that opens the menu. */
  trigger: Trigger
  /** Accessible name, if the trigger's is not suitable. */
  label?: string
  align?: 'start' | 'end'
  children: ReactNode
}

const CloseMenu = createContext<() => void>(() => undefined)

const ITEMS = '[role^="menuitem"]:not(:disabled)'

/**
 * A menu button by the ARIA pattern: arrows, Home, End and letters move, Enter and Space select, Escape and a click
 * outside close. Items are rendered only while open.
 */
export function Menu({ trigger, label, align = 'end', children }: MenuProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  // Which item to focus on opening; null while closed.
  const [open, setOpen] = useState<'first' | 'last' | null>(null)

  const close = () => {
    setOpen(null)
    button.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const from = ({ ArrowDown: 'first', ArrowUp: 'last' } as const)[event.key]
    if (from === undefined) return
    event.preventDefault()
    setOpen(from)
  }

  return (
    <>
      {cloneElement(trigger, {
        ref: button,
        'aria-haspopup': 'menu',
        'aria-expanded': open !== null,
        'aria-controls': open === null ? undefined : id,
        onClick: () => setOpen((now) => (now === null ? 'first' : null)),
        onKeyDown,
      })}
      {open !== null && (
        <CloseMenu value={close}>
          <MenuList
            id={id}
            label={label}
            from={open}
            align={align}
            button={button}
            onClose={close}
            onLeave={() => setOpen(null)}
          >
            {children}
          </MenuList>
        </CloseMenu>
      )}
    </>
  )
}

interface MenuListProps {
  id: string
  label: string | undefined
  from: 'first' | 'last'
  align: 'start' | 'end'
  button: { readonly current: HTMLButtonElement | null }
  /** Closes the menu and focuses the button. */
  onClose: () => void
  /** Closes the menu and leaves the focus alone. */
  onLeave: () => void
  children: ReactNode
}

function MenuList({ id, label, from, align, button, onClose, onLeave, children }: MenuListProps) {
  const list = useRef<HTMLDivElement>(null)
  const typed = useRef({ letters: '', at: 0 })

  const items = () => Array.from(list.current?.querySelectorAll<HTMLElement>(ITEMS) ?? [])

  useLayoutEffect(() => {
    const element = list.current
    const anchor = button.current
    if (element === null || anchor === null) return
    const place = () => float(element, anchor, align)
    place()
    const all = Array.from(element.querySelectorAll<HTMLElement>(ITEMS))
    const checked = all.find((item) => item.ariaChecked === 'true' || item.getAttribute('aria-checked') === 'true')
    ;(from === 'last' ? all.at(-1) : (checked ?? all[0]))?.focus({ preventScroll: true })
    addEventListener('resize', place)
    addEventListener('scroll', place, { capture: true, passive: true })
    return () => {
      removeEventListener('resize', place)
      removeEventListener('scroll', place, { capture: true })
    }
  }, [align, button, from])

  const leave = useRef(onLeave)
  useEffect(() => {
    leave.current = onLeave
  })
  useEffect(() => {
    const onPointerDown = (event: PointerEvent) => {
      const target = event.target as Node
      if (!list.current?.contains(target) && !button.current?.contains(target)) leave.current()
    }
    document.addEventListener('pointerdown', onPointerDown)
    return () => document.removeEventListener('pointerdown', onPointerDown)
  }, [button])

  const onKeyDown = (event: KeyboardEvent) => {
    const all = items()
    const at = all.indexOf(document.activeElement as HTMLElement)
    const goTo = (index: number) => all[(index + all.length) % all.length]?.focus()
    if (event.key === 'ArrowDown') goTo(at + 1)
    else if (event.key === 'ArrowUp') goTo(at - 1)
    else if (event.key === 'Home') goTo(0)
    else if (event.key === 'End') goTo(-1)
    else if (event.key === 'Escape') onClose()
    else if (event.key === 'Tab') {
      onClose()
      return
    } else if (event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey) {
      const now = event.timeStamp
      typed.current = {
        letters: (now - typed.current.at < 500 ? typed.current.letters : '') + event.key.toLocaleLowerCase(),
        at: now,
      }
      const { letters } = typed.current
      // A single letter moves to the next match; further letters keep the current item while it matches.
      const start = letters.length === 1 ? at + 1 : Math.max(at, 0)
      const ordered = [...all.slice(start), ...all.slice(0, start)]
      ordered.find((item) => item.textContent?.trim().toLocaleLowerCase().startsWith(letters))?.focus()
    } else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div
      ref={list}
      id={id}
      role="menu"
      tabIndex={-1}
      aria-label={label ?? button.current?.ariaLabel ?? button.current?.textContent ?? undefined}
      onKeyDown={onKeyDown}
      className="fixed inset-auto z-40 m-0 max-h-[calc(100dvh-1rem)] max-w-[calc(100vw-1rem)] min-w-52 animate-open overflow-y-auto rounded-2xl border border-line bg-surface p-1.5 text-ink shadow-float"
    >
      {children}
    </div>
  )
}

const ITEM =
  'flex min-h-11 w-full items-center gap-3 rounded-xl px-3 py-2 text-left text-[0.9375rem] focus:bg-sunken hover:bg-sunken focus-visible:-outline-offset-3 disabled:opacity-60'

interface MenuItemProps {
  icon?: ReactNode
  /** For destructive actions. */
  danger?: boolean
  disabled?: boolean
  onSelect: () => void
  children: ReactNode
}

/** An action. The menu is closed and its button focused before `onSelect`, so that a dialog returns focus there. */
export function MenuItem({ icon, danger = false, disabled, onSelect, children }: MenuItemProps) {
  const close = use(CloseMenu)
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      disabled={disabled}
      onClick={() => {
        close()
        onSelect()
      }}
      className={`${ITEM} ${danger ? 'text-danger' : ''}`}
    >
      {icon}
      <span className="min-w-0 flex-1">{children}</span>
    </button>
  )
}

interface MenuLinkProps {
  icon?: ReactNode
  to: string
  /** State of the history entry. */
  state?: unknown
  children: ReactNode
}

export function MenuLink({ icon, to, state, children }: MenuLinkProps) {
  const close = use(CloseMenu)
  return (
    <Link role="menuitem" tabIndex={-1} to={to} state={state} onClick={close} className={ITEM}>
      {icon}
      <span className="min-w-0 flex-1">{children}</span>
    </Link>
  )
}

interface MenuChoiceProps {
  icon?: ReactNode
  checked: boolean
  onSelect: () => void
  /** Language of the text, if it differs from the page's. */
  lang?: string
  children: ReactNode
}

/** One choice of several; use inside of a `MenuGroup`. */
export function MenuChoice({ icon, checked, onSelect, lang, children }: MenuChoiceProps) {
  const close = use(CloseMenu)
  return (
    <button
      type="button"
      role="menuitemradio"
      aria-checked={checked}
      tabIndex={-1}
      onClick={() => {
        close()
        onSelect()
      }}
      className={ITEM}
    >
      {icon}
      <span lang={lang} className="min-w-0 flex-1">
        {children}
      </span>
      {checked && <CheckIcon className="size-5 text-accent" />}
    </button>
  )
}

export function MenuGroup({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a menu
    <div
      role="group"
      aria-label={label}
      className="not-first:mt-1.5 not-first:border-t not-first:border-line not-first:pt-1.5"
    >
      <div aria-hidden="true" className="px-3 py-1 text-sm text-muted">
        {label}
      </div>
      {children}
    </div>
  )
}

export function MenuSeparator() {
  return <hr className="mx-1 my-1.5 border-line" />
}
