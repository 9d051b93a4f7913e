import { operations } from '@usher/contracts'
import express, { type Router } from 'express'
import type { PagesContext } from '../context.ts'
import { onlyAllow } from '../problem-page.ts'
import { sendPage } from '../respond.ts'
import { speakerFor } from '../speaker.ts'
import { displayPage } from './display-page.ts'

/** `/display/{slug}`: the display in the room. */
export function displayRoutes({ ask, brandOf, publicUrl, now }: PagesContext): Router {
  const router = express.Router()
  router
    .route('/:slug')
    .get(async (req, res) => {
      const { slug } = req.params
      const display = await ask(req, operations.getDisplay, { params: { slug } })
      const brand = await brandOf(req, display.organization_id)
      const joinUrl = `${publicUrl}/join/${encodeURIComponent(slug)}`
      const shown = { speaker: speakerFor(req), slug, joinUrl, now: now(), brand }
      await sendPage(res, displayPage(display, shown))
    })
    .all(onlyAllow('GET, HEAD'))
  return router
}
