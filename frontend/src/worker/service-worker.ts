/**
 * The service worker: what the browser asks of Zest comes here first. Each part registers the routes that it answers,
 * and the first route that fits counts; what fits none, such as the API, goes to the network as it is.
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
