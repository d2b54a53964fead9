/** What the server takes of an edited recipe. A test compares this with the server's own code. */
export const DRAFT_LIMITS = {
  /** Characters; also of what it makes. */
  title: 300,
  author: 80,
  /** Characters of a description, a step, the notes, or a part of an ingredient line. */
  text: 50_000,
  /** Ingredients, and steps. */
  lines: 500,
  tags: 30,
  /** Characters of a tag, or of a value of the nutrition. */
  short: 60,
  /** A year. */
  minutes: 60 * 24 * 365,
  servings: 10_000,
} as const
