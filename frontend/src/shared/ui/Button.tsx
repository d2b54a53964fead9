import type { ButtonHTMLAttributes } from 'react'

const VARIANTS = {
  primary: 'bg-accent text-on-accent hover:bg-accent-strong px-5',
  quiet: 'border border-line-strong text-ink hover:bg-sunken px-4',
  danger: 'bg-danger text-page px-5',
  bare: 'text-muted hover:text-ink hover:bg-sunken px-3',
} as const

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  variant?: keyof typeof VARIANTS
}

/** Button classes, for links that look like buttons. */
export function buttonClass(variant: keyof typeof VARIANTS): string {
  return `inline-flex min-h-11 items-center justify-center gap-2 rounded-full text-[0.9375rem] font-semibold transition-colors disabled:cursor-default disabled:opacity-60 ${VARIANTS[variant]}`
}

export function Button({ variant = 'primary', type = 'button', className = '', ...rest }: ButtonProps) {
  return <button type={type} className={`${buttonClass(variant)} ${className}`} {...rest} />
}

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** Accessible name and tooltip. */
  label: string
}

export function IconButton({ label, type = 'button', className = '', ...rest }: IconButtonProps) {
  return (
    <button
      type={type}
      aria-label={label}
      data-tooltip={label}
      className={`inline-flex size-11 items-center justify-center rounded-full text-muted transition-colors hover:bg-sunken hover:text-ink ${className}`}
      {...rest}
    />
  )
}
