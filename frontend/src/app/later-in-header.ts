/** The id of the place in the header that is filled once the first rows stand. */
export const LATER_IN_HEADER = 'later'
