/**
 * Acts while no other tab does so under the same name; a tab that is closed lets go of what it held. A browser that has no locks, or
 * forbids them, acts at once.
 *
 * @param act must not reject.
 */
export async function inOneTab(name: string, act: () => Promise<void>): Promise<void> {
  const { locks } = navigator
  if (locks === undefined) return act()
  await locks.request(name, act).catch(act)
}
