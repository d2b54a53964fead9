/** Constants that `build/plugins/service-worker.ts` defines. */

/** Files of the app, with a `revision` if the name has no content hash. */
declare const BUILT_FILES: { url: string; revision: string | null }[]
declare const BUILD_ID: string
/** Regular expressions of the addresses of the app and of the public pages. */
declare const APP_PAGES: string
declare const PUBLIC_PAGES: string
/** Path prefixes of the languages that have one. */
declare const LOCALE_PREFIXES: string[]
