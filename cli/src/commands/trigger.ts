import { setTimeout } from 'node:timers/promises'
import { createUsherClient } from '@usher/sdk'
import type { Command } from 'commander'
import type { CommonOptions } from '../connection/settings.ts'
import { untilStopped } from '../connection/until-stopped.ts'
import { plain } from '../output/plain.ts'
import { jsonText } from '../output/printable.ts'
import { table } from '../output/table.ts'
import { EXIT } from '../terminal/exit-codes.ts'
import { Failure } from '../terminal/failure.ts'
import type { Terminal } from '../terminal/terminal.ts'
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
    const { json } = trigger.optsWithGlobals<CommonOptions>()
    if (list) return terminal.out(json ? `${jsonText(eventList(), 2)}\n` : listText())
    const recipe = recipeOf(event)
    const invocation = await startInvocation(trigger, terminal)
    const stage = stageOf(invocation)
    try {
      const { id } = await recipe(stage)
      invocation.show({ event, id }, (made) => `${made.event} happened: ${plain(made.id)}\n`)
    } finally {
      if (!keep) await stage.clearAll()
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
  const message = why ? `${event} cannot be triggered: ${why}.` : `There is no event "${event ?? ''}".`
  throw new Failure(message, { advice: 'See usher trigger --list.', exitCode: EXIT.usage })
}

/** Says with each request that it is for test data: credentials for live data are then refused, whatever they may do. */
function stageOf({ settings: { url, credential }, terminal }: Invocation) {
  const work: (() => Promise<unknown>)[] = []
  // What was made is taken away again, also when the command was ended.
  let isClearing = false
  const { fetch: send, wait } = untilStopped(terminal)
  const usher = createUsherClient({
    baseUrl: url,
    ...credential,
    wait: (ms, signal) => (isClearing ? setTimeout(ms) : wait(ms, signal)),
    fetch: (request) => {
      request.headers.set('usher-mode', 'test')
      return isClearing ? fetch(request) : send(request)
    },
  })
  return {
    usher,
    url,
    pause: (ms: number) => setTimeout(ms, undefined, { signal: terminal.stopped }),
    clear: (one: () => Promise<unknown>) => void work.unshift(one),
    async clearAll() {
      isClearing = true
      for (const one of work) await one()
    },
  }
}
