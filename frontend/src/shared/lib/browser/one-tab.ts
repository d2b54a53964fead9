/**
 * Runs `act` while holding a lock shared by all tabs; closing a tab releases it. Without lock support it runs at once.
 * @param act must not reject.
 */
export async function inOneTab(name: string, act: () => Promise<void>): Promise<void> {
  const { locks } = navigator
  if (locks === undefined) return act()
  await locks.request(name, act).catch(act)
}
