import { setTimeout } from 'node:timers/promises'
import { createUsherClient } from '@usher/sdk'
import type { Command } from 'commander'
import { requireToken } from '../connection/settings.ts'
import { table } from '../output/table.ts'
import { EXIT } from '../terminal/exit-codes.ts'
import { Failure } from '../terminal/failure.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { BOOKING_RECIPES } from '../trigger/booking-recipes.ts'
import { NOT_TRIGGERED, RECIPES } from '../trigger/recipes.ts'
import { type Invocation, startInvocation } from './invocation.ts'

interface Options {
  readonly list?: true
  readonly keep?: true
}

const HELP = `
It sends the requests that make the event happen, with test data alone, and then takes away what it made. Bookings need a
token of test data: usher login.`

/** `usher trigger`. */
export function addTrigger(program: Command, terminal: Terminal): void {
  const trigger = program
    .command('trigger [event]')
    .description('Make an event happen, with test data')
    .option('--list', 'list the events that can be triggered')
    .option('--keep', 'leave what was made for the event')
    .addHelpText('after', HELP)
  trigger.action(async (event: string | undefined, { list, keep }: Options) => {
    if (list) return terminal.out(listText())
    const recipe = recipeOf(event)
    const invocation = await startInvocation(trigger, terminal)
    if (event !== undefined && event in BOOKING_RECIPES) requireToken(invocation.settings)
    const stage = stageOf(invocation)
    try {
      const { id } = await recipe(stage)
      invocation.show({ event, id }, (made) => `${made.event} happened: ${made.id}\n`)
    } finally {
      if (!keep) await stage.clearAll()
    }
  })
}

const listText = (): string => {
  const triggered = Object.keys(RECIPES).map((event) => ({ event, note: '' }))
  const others = Object.entries(NOT_TRIGGERED).map(([event, why]) => ({ event, note: `not: ${why}` }))
  return table(
    [...triggered, ...others],
    [
      ['event', ({ event }) => event],
      ['note', ({ note }) => note],
    ],
  )
}

/** @throws Failure if there is none */
function recipeOf(event: string | undefined) {
  const recipe = Object.entries(RECIPES).find(([type]) => type === event)?.[1]
  if (recipe) return recipe
  const why = Object.entries(NOT_TRIGGERED).find(([type]) => type === event)?.[1]
  const message = why ? `${event} cannot be triggered: ${why}.` : `There is no event "${event ?? ''}".`
  throw new Failure(message, { advice: 'See usher trigger --list.', exitCode: EXIT.usage })
}

/** Says with each request that it is for test data: credentials for live data are then refused, whatever they may do. */
function stageOf({ settings: { url, credential } }: Invocation) {
  const work: (() => Promise<unknown>)[] = []
  const usher = createUsherClient({
    baseUrl: url,
    ...credential,
    fetch: (request) => {
      request.headers.set('usher-mode', 'test')
      return fetch(request)
    },
  })
  return {
    usher,
    url,
    pause: (ms: number) => setTimeout(ms),
    clear: (one: () => Promise<unknown>) => void work.unshift(one),
    async clearAll() {
      for (const one of work) await one()
    },
  }
}
