/** Widths of the versions of a photo, as in lambdas/app/src/media.rs. */
const WIDTHS = [320, 640]

/** Width of a card's photo: a column of the grid in features/my-recipes/ui/RecipeList.tsx. */
export const CARD_SIZES =
  '(min-width: 80rem) 16rem, (min-width: 48rem) calc(33vw - 2.5rem), (min-width: 40rem) calc(50vw - 2.75rem), (min-width: 20rem) calc(50vw - 1.5rem), 100vw'

export interface PictureSources {
  readonly src: string
  /** Absent if there is one version only. */
  readonly srcSet?: string
  /** Size of the photo in pixels, if known. */
  readonly width?: number
  readonly height?: number
}

/**
 * The addresses of a photo. Its name contains its size, which determines its versions; names of older photos do not.
 * @param imageUrl path on this origin without leading slash
 */
export function sourcesOf(imageUrl: string): PictureSources {
  const src = `/${imageUrl}`
  const [, width, height] = /-(\d{1,5})x(\d{1,5})$/.exec(imageUrl)?.map(Number) ?? []
  if (width === undefined || height === undefined) return { src }
  const versions = [
    ...WIDTHS.filter((narrower) => narrower < width).map((narrower) => `${src}-${narrower} ${narrower}w`),
    `${src} ${width}w`,
  ]
  return { src, width, height, ...(versions.length > 1 && { srcSet: versions.join(', ') }) }
}

/** Address of the photo that an address is a version of. */
export function wholeOf(address: string): string {
  return address.replace(/(-\d{1,5}x\d{1,5})-\d{1,5}$/, '$1')
}
