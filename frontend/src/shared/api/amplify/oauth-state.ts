/** The OAuth state that the client library stores before a redirect. */
const OAUTH_STATE_KEYS = ['.inflightOAuth', '.inflightOAuthDeadline', '.oauthPKCE', '.oauthState']
const KEPT = 'zest.oauth.'

/**
 * While OAuth state is in `localStorage`, the library delays token calls in all tabs for five minutes, even if the user
 * went back. So the state is in this tab's `sessionStorage` during the redirect.
 */
export function moveOAuthStateToThisTab(): void {
  for (const key of oauthStateKeys(localStorage)) {
    sessionStorage.setItem(KEPT + key, localStorage.getItem(key) ?? '')
    localStorage.removeItem(key)
  }
}

/** Moves the state back for the library; false if there is none. */
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
