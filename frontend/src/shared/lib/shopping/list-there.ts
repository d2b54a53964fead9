import { readDeviceText } from '../browser/storage'

/** Where the browser keeps the shopping list. */
export const LIST_KEY = 'zest.shopping'

/** Whether something stands on the shopping list: told without what the list itself needs, for pages that only lead there. */
export function isListThere(): boolean {
  return readDeviceText(LIST_KEY)?.includes('"lines":[{') === true
}
