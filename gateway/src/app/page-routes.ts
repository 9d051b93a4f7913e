import { guestPages } from '@usher/guest-pages'
import { clientOf } from '@usher/service-kit'
import express, { type RequestHandler, type Router } from 'express'
import { hasBody } from '../http/request-body.ts'
import type { Bodies } from '../overload/body-budget.ts'
import { insideDoorOf } from './inside-door.ts'
import type { GatewayContext } from './public-handler.ts'

/** Guest pages, which use the public API for what they show. */
export function pageRoutes(context: GatewayContext, publicUrl: string): Router {
  const pages = guestPages({ send: insideDoorOf(context), publicUrl, log: context.log })
  return express.Router().use(chargeForms(context.bodies), pages)
}

/** Charges a form's memory to its address while it is received; an address over its share is cut off. */
const chargeForms =
  ({ open }: Bodies): RequestHandler =>
  (req, res, next) => {
    if (hasBody(req)) {
      const account = open.open(clientOf(req.ip ?? ''))
      res.once('close', account.close)
      req.on('data', (chunk: Buffer) => {
        try {
          account.take(chunk.length)
        } catch {
          req.destroy()
        }
      })
    }
    next()
  }
