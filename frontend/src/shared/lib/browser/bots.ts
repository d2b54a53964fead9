/** Whether a user agent is a bot, which gets no redirects or error pages from the app. */
export function isBot(userAgent: string): boolean {
  return /bot|crawl|spider|slurp|preview|facebookexternalhit|embedly/i.test(userAgent)
}
