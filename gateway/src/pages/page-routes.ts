import { guestPages } from '@usher/guest-pages'
import { problemHandler, unknownRoute } from '@usher/service-kit'
import express, { type Router } from 'express'
import { type GatewayContext, publicHandler } from '../http/public-handler.ts'
import { createInsideDoor } from './inside-door.ts'

/** The pages for guests, which ask the public API for what they show. */
export function pageRoutes(context: GatewayContext, publicUrl: string): Router {
  // Only the pages can send anything here, and they tell the address of the browser.
  const api = express().disable('x-powered-by').disable('etag').set('trust proxy', true)
  api.use(publicHandler(context), unknownRoute, problemHandler(context.log))
  return guestPages({ send: createInsideDoor(api), publicUrl, log: context.log })
}
