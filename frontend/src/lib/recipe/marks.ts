/** What an owner puts on a recipe for themselves: whether it is a favourite, how good it is, where it belongs, when it was made. */

/** The contract's names of the marks. */
export type MarkField = 'favourite' | 'rating' | 'collections' | 'madeOn'
