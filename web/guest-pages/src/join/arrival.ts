import { localeSchema, operations } from '@usher/contracts'
import { Refused } from '@usher/service-kit'
import type { RequestHandler } from 'express'
import type { PagesContext } from '../context.ts'
import { fieldOf } from '../form.ts'
import { sendPage } from '../respond.ts'
import { speakerFor, speakerOf } from '../speaker.ts'
import { arrivedPage } from './arrived-page.ts'
import { emptyForm } from './join-form.ts'
import { joinPage } from './join-page.ts'

/** Nothing is told of what is not found: not even whether the contact is known. */
const UNKNOWN = new Set(['not_found', 'validation_failed', 'invalid_transition'])

/** Checks in whoever has a booking that the queue takes. */
export const arrive =
  ({ ask, brandOf }: PagesContext): RequestHandler<{ slug: string }> =>
  async (req, res) => {
    const { slug } = req.params
    const page = await ask(req, operations.getJoinPage, { params: { slug } })
    const brand = await brandOf(req, page.organization_id)
    const locale = localeSchema.safeParse(fieldOf(req, 'locale')).data
    const shown = { slug, brand, speaker: locale ? speakerOf(locale) : speakerFor(req) }
    const contact = fieldOf(req, 'contact').trim()
    try {
      const arrived = await ask(req, operations.arriveAtQueue, { params: { slug }, body: { contact } })
      await sendPage(res, arrivedPage(arrived, shown))
    } catch (error) {
      if (!(error instanceof Refused && UNKNOWN.has(error.problem.code))) throw error
      const faults = { contact: shown.speaker.say('noBookingFound') }
      const typed = { ...emptyForm(page), contact }
      await sendPage(res, joinPage(page, { ...shown, typed, faults }), error.problem.status)
    }
  }
