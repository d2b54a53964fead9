/** The way back from the hosted sign-in page, which the client library writes down before it leaves. */
/** The ends of its keys. */
const OAUTH_STATE_KEYS = ['.inflightOAuth', '.inflightOAuthDeadline', '.oauthPKCE', '.oauthState']
const KEPT = 'zest.oauth.'

/**
 * The library parks every call for tokens in every tab for five minutes while a redirect is under way, also when it
 * was given up with the back button. So the way back is kept where only this tab looks, and only on the way.
 */
export function moveOAuthStateToThisTab(): void {
  for (const key of oauthStateKeys(localStorage)) {
    sessionStorage.setItem(KEPT + key, localStorage.getItem(key) ?? '')
    localStorage.removeItem(key)
  }
}

/** Puts the way back where the library looks; false when there is none. */
export function restoreOAuthState(): boolean {
  const kept = oauthStateKeys(sessionStorage).filter((key) => key.startsWith(KEPT))
  for (const key of kept) {
    localStorage.setItem(key.slice(KEPT.length), sessionStorage.getItem(key) ?? '')
    sessionStorage.removeItem(key)
  }
  return kept.length > 0
}

export function forgetOAuthState(): void {
  for (const key of oauthStateKeys(localStorage)) localStorage.removeItem(key)
}

function oauthStateKeys(storage: Storage): string[] {
  return Object.keys(storage).filter((key) => OAUTH_STATE_KEYS.some((end) => key.endsWith(end)))
}
