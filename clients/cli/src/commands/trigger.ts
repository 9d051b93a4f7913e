import { setTimeout } from 'node:timers/promises'
import { createUsherClient } from '@usher/sdk'
import type { Command } from 'commander'
import { type CommonOptions, requireToken } from '../connection/settings.ts'
import { untilStopped } from '../connection/until-stopped.ts'
import { plain } from '../output/plain.ts'
import { jsonText } from '../output/printable.ts'
import { table } from '../output/table.ts'
import { EXIT } from '../terminal/exit-codes.ts'
import { Failure } from '../terminal/failure.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { BOOKING_RECIPES } from '../trigger/booking-recipes.ts'
import { NOT_TRIGGERED, RECIPES } from '../trigger/recipes.ts'
import { type Invocation, startInvocation } from './invocation.ts'
import { refuseClock } from './options.ts'

interface Options {
  readonly list?: true
  readonly keep?: true
}

const HELP = `
Sends the requests that make the event happen, with test data only, and then deletes what they created. Events of bookings
need a login for test data: usher login.`

/** `usher trigger`. */
export function addTrigger(program: Command, terminal: Terminal): void {
  const trigger = refuseClock(program.command('trigger [event]'))
    .description('Make an event happen, with test data')
    .option('--list', 'list the events that can be triggered')
    .option('--keep', 'keep what was created for the event')
    .addHelpText('after', HELP)
  trigger.action(async (event: string | undefined, { list, keep }: Options) => {
    const { json } = trigger.optsWithGlobals<CommonOptions>()
    if (list) return terminal.out(json ? `${jsonText(eventList(), 2)}\n` : listText())
    const recipe = recipeOf(event)
    const invocation = await startInvocation(trigger, terminal)
    if (event !== undefined && event in BOOKING_RECIPES) requireToken(invocation.settings)
    const context = contextOf(invocation)
    try {
      const { id } = await recipe(context)
      invocation.show({ event, id }, (made) => `${made.event} happened: ${plain(made.id)}\n`)
    } finally {
      if (!keep) await context.cleanUp()
    }
  })
}

/** Every event, and why it cannot be triggered, if so. */
const eventList = (): { event: string; reason: string | null }[] => [
  ...Object.keys(RECIPES).map((event) => ({ event, reason: null })),
  ...Object.entries(NOT_TRIGGERED).map(([event, reason]) => ({ event, reason })),
]

const listText = (): string =>
  table(eventList(), [
    ['event', ({ event }) => event],
    ['note', ({ reason }) => (reason === null ? '' : `not: ${reason}`)],
  ])

/** @throws Failure if there is none */
function recipeOf(event: string | undefined) {
  const recipe = Object.entries(RECIPES).find(([type]) => type === event)?.[1]
  if (recipe) return recipe
  const why = Object.entries(NOT_TRIGGERED).find(([type]) => type === event)?.[1]
  throw new Failure(why ? `${event} cannot be triggered: ${why}.` : unknownText(event), {
    advice: 'See usher trigger --list.',
    exitCode: EXIT.usage,
  })
}

const unknownText = (event: string | undefined): string =>
  event === undefined ? 'Name the event to trigger.' : `There is no event "${event}".`

/** Names the mode in each request, so that Usher refuses credentials for live data. */
function contextOf({ settings: { url, credential }, terminal }: Invocation) {
  const work: (() => Promise<unknown>)[] = []
  // Clean up also after the command was interrupted.
  let isCleaningUp = false
  const { fetch: send, wait } = untilStopped(terminal)
  const usher = createUsherClient({
    baseUrl: url,
    ...credential,
    wait: (ms, signal) => (isCleaningUp ? setTimeout(ms) : wait(ms, signal)),
    fetch: (request) => {
      request.headers.set('usher-mode', 'test')
      return isCleaningUp ? fetch(request) : send(request)
    },
  })
  return {
    usher,
    url,
    pause: (ms: number) => setTimeout(ms, undefined, { signal: terminal.stopped }),
    defer: (one: () => Promise<unknown>) => void work.unshift(one),
    async cleanUp() {
      isCleaningUp = true
      for (const one of work) await one()
    },
  }
}
