/** Server limits for an edited recipe. A test compares them with the server's code. */
export const DRAFT_LIMITS = {
  /** Maximum number of characters of the title, the yield and a step heading. */
  title: 300,
  author: 80,
  /** Characters of a description, a step, the notes, or an ingredient line. */
  text: 50_000,
  /** Number of ingredients, and of steps. */
  lines: 500,
  tags: 30,
  /** Characters of a tag or a nutrition value. */
  short: 60,
  /** One year in minutes. */
  minutes: 60 * 24 * 365,
  servings: 10_000,
} as const
