import { healthRoutes, problemHandler, unknownRoute } from '@usher/service-kit'
import express, { type Express } from 'express'
import type { GatewayConfig } from '../config.ts'
import { documentRoutes } from './documents.ts'
import { type GatewayContext, publicHandler } from './public-handler.ts'

/** It can do its work whenever it runs: with a service or the broker down, the rest goes on. */
export const READY = {}

/** What clients reach: the operations of the public API, and the gateway's own health and documents. */
export function createPublicApp(
  context: GatewayContext,
  { publicUrl, trustedProxies }: Pick<GatewayConfig, 'publicUrl' | 'trustedProxies'>,
): Express {
  const app = express().disable('x-powered-by').disable('etag').set('query parser', 'simple')
  app.set('trust proxy', trustedProxies ?? false)
  app.use(publicHandler(context))
  app.use(healthRoutes(READY), documentRoutes(publicUrl), unknownRoute, problemHandler(context.log))
  return app
}
