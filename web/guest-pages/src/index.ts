import type { Logger, SendInside } from '@usher/service-kit'
import express, { type Router } from 'express'
import { createAsk } from './ask.ts'
import { assetRoutes } from './assets.ts'
import { bookRoutes } from './book/book-routes.ts'
import { bookingRoutes } from './booking/booking-routes.ts'
import { brandRoutes } from './brand/brand-routes.ts'
import { createBrands } from './brand/brands.ts'
import { displayRoutes } from './display/display-routes.ts'
import { joinRoutes } from './join/join-routes.ts'
import { placeRoutes } from './place/place-routes.ts'
import { createPushKey } from './place/push-key.ts'
import { nothingHere, problemPages } from './problem-page.ts'
import { ownStandbyRoutes } from './standby/own-standby-routes.ts'

interface Options {
  readonly send: SendInside
  /** Public URL of the gateway. */
  readonly publicUrl: string
  readonly log: Logger
}

/** The guest pages: place in line, joining, display and booking. */
export function guestPages({ send, publicUrl, log }: Options): Router {
  const ask = createAsk(send)
  const context = {
    ask,
    publicUrl,
    now: () => new Date(),
    brandOf: createBrands(ask),
    pushKeyOf: createPushKey(ask),
  }
  const pages = express.Router()
  pages.use('/w', placeRoutes(context))
  pages.use('/join', joinRoutes(context))
  pages.use('/display', displayRoutes(context))
  pages.use('/b', bookingRoutes(context))
  pages.use('/book', bookRoutes(context))
  pages.use('/standby', ownStandbyRoutes(context))
  const router = express.Router()
  router.use(assetRoutes(), brandRoutes(ask), pages)
  // Under these prefixes a person reads the errors, so they are pages.
  const prefixes = ['/w', '/join', '/display', '/b', '/book', '/standby', '/logos']
  router.use(prefixes, nothingHere)
  router.use(prefixes, problemPages(log))
  return router
}
