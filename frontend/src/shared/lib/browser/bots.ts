/** Whether a user agent is a program that reads pages: it gets no redirects and no error pages of ours. */
export function isBot(userAgent: string): boolean {
  return /bot|crawl|spider|slurp|preview|facebookexternalhit|embedly/i.test(userAgent)
}
