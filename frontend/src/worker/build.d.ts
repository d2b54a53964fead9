/** What `build/plugins/service-worker.ts` puts in place when the worker is built. */

/** Every file of the app; a `revision` where the name does not change with the content. */
declare const BUILT_FILES: { url: string; revision: string | null }[]
/** Names the build, as /build.json does. */
declare const BUILD_ID: string
/** The addresses of the app and those of the public pages, as sources of regular expressions. */
declare const APP_PAGES: string
declare const PUBLIC_PAGES: string
