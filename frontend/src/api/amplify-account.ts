/** What people do to their accounts. Loaded when they do it: none of it is needed to show a list. */
import { signOut } from 'aws-amplify/auth'
import type { AppConfig } from './config'

/** Ends every session of this person, here and on other devices, and leaves the page, so that nothing stays in memory. */
export async function signOutEverywhere(_config: AppConfig, leaveTo: string): Promise<void> {
  await signOut({ global: true })
  location.assign(leaveTo)
}
