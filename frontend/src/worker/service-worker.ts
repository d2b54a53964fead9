/**
 * The service worker. Each part registers the routes that it answers; the first match counts. Other requests, such as
 * API calls, go to the network.
 */
import { serveApp } from './app-shell'
import { serveKeptPictures } from './kept-pictures'
import { takeShares } from './share'
import { addStaticRoutes } from './static-routes'
import { takeOverWhenAsked } from './take-over'
import { serveVisitedPages } from './visited-pages'

declare const self: ServiceWorkerGlobalScope

takeOverWhenAsked(self)
addStaticRoutes(self)
serveApp()
serveKeptPictures(self)
serveVisitedPages(self)
takeShares(self)
