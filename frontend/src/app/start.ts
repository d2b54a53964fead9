import './app.css'

/* The entry of the app. A page that already has content is painted before the app's code runs. The app's chunks import
   helpers from the chunk of this module, so it must not await them. */

/** Maximum time to wait for the paint; hidden pages are not painted. */
const PAINT_MS = 500

function painted(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve))
    setTimeout(resolve, PAINT_MS)
  })
}

const hasContent = document.querySelector('[data-shown-recipe], [data-stored-screen]') !== null
// Two tasks of half the length: the second import would otherwise also evaluate React.
void (hasContent ? painted() : Promise.resolve())
  .then(() => import('react-dom/client'))
  .then(() => new Promise((resolve) => setTimeout(resolve)))
  .then(() => import('./main'))
