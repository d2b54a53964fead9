import { keysOf, readText, type StorageArea } from '../browser/storage'

/** Key of the member whose data is stored; absent for a guest. */
export const MEMBER_KEY = 'zest.member'
/** Keys of the sign-in library. */
const LIBRARY_PREFIXES = ['CognitoIdentityServiceProvider.', 'com.amplify.']

/** Owner of the recipes shown: a member's sub, or "guest". */
export function ownerHere(storage: StorageArea): string {
  return readText(storage, MEMBER_KEY) ?? 'guest'
}

/** Whether a member's session has expired, so that the stored data must not be shown. */
export function isSessionExpired(storage: StorageArea): boolean {
  return (
    ownerHere(storage) !== 'guest' &&
    !keysOf(storage).some((key) => isOfSignInLibrary(key) && key.endsWith('.LastAuthUser'))
  )
}

export function isOfSignInLibrary(key: string): boolean {
  return LIBRARY_PREFIXES.some((prefix) => key.startsWith(prefix))
}
