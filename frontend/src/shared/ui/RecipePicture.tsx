import { useState } from 'react'
import { sourcesOf } from '../lib/recipe/picture'
import { PotIcon } from './icons'

interface RecipePictureProps {
  /** A path on this origin without leading slash, or null. */
  imageUrl: string | null
  title: string | null
  className?: string
  /** Shown width, as in the attribute `sizes`. */
  sizes: string
  /** `first` for the main photo of a page, `soon` for others in sight. */
  when?: PictureTime | undefined
}

export type PictureTime = 'first' | 'soon' | 'in sight'

/** A recipe's photo, or a coloured placeholder. Decoration: the title is next to it. */
export function RecipePicture({ imageUrl, title, className = '', sizes, when = 'in sight' }: RecipePictureProps) {
  const [broken, setBroken] = useState<string | null>(null)
  if (imageUrl !== null && imageUrl !== broken) {
    return (
      <img
        {...sourcesOf(imageUrl)}
        sizes={sizes}
        alt=""
        loading={when === 'in sight' ? 'lazy' : 'eager'}
        fetchPriority={when === 'first' ? 'high' : 'auto'}
        decoding="async"
        onError={() => setBroken(imageUrl)}
        className={`bg-sunken object-cover ${className}`}
      />
    )
  }
  const letter = title?.trim().match(/\p{L}|\p{N}/u)?.[0]
  return (
    <div
      data-placeholder
      aria-hidden="true"
      className={`grid place-items-center ${title === null ? 'bg-sunken text-muted' : TINTS[tintOf(title)]} ${className}`}
    >
      {letter === undefined ? (
        <PotIcon className="size-9 opacity-60" />
      ) : (
        <span className="font-serif text-5xl font-medium opacity-80 select-none">{letter.toLocaleUpperCase()}</span>
      )}
    </div>
  )
}

const TINTS = ['tint-0', 'tint-1', 'tint-2', 'tint-3', 'tint-4', 'tint-5'] as const

/** Number of a placeholder colour; the same title always has the same one. */
export function tintOf(title: string): number {
  let sum = 0
  for (const letter of title) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003
  return sum % TINTS.length
}
