/** Classes that the recipe page and its loading state share, so that nothing moves when the recipe is loaded. */

/** Title, facts and actions at the start, the photo at the end. */
export const HEADER_GRID =
  'grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 gap-y-2 sm:gap-y-3 md:grid-rows-[auto_auto_1fr] md:gap-x-10 print:block'

export const TITLE =
  'text-[1.75rem] leading-[1.12] font-semibold wrap-anywhere sm:text-4xl lg:text-[2.75rem] print:text-3xl'

/** A thumbnail on phones, a picture beside the header on wide screens. */
export const PICTURE =
  'size-24 rounded-2xl min-[22.5rem]:size-28 sm:size-36 md:aspect-[3/2] md:h-auto md:w-60 md:rounded-3xl lg:w-80'

/** Widths of `PICTURE`; its photo is cropped to a square on phones, so it is wider than shown. */
export const PICTURE_SIZES = '(min-width: 64rem) 20rem, (min-width: 48rem) 15rem, 11rem'

/** Ingredients beside the steps. */
export const COLUMNS =
  'grid gap-10 md:grid-cols-[21rem_minmax(0,1fr)] lg:grid-cols-[22rem_minmax(0,1fr)] lg:gap-16 print:grid-cols-[2fr_3fr] print:gap-8'
