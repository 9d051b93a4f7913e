import { setTimeout } from 'node:timers/promises'
import type { Command } from 'commander'
import { createBacklog } from '../listen/backlog.ts'
import { follow } from '../listen/follow.ts'
import { createForward, type Forward, type Forwarded, receiverAddress } from '../listen/forward.ts'
import { webhookSecret } from '../listen/secret.ts'
import type { StreamedEvent } from '../listen/streamed-event.ts'
import { plain } from '../output/plain.ts'
import { jsonText } from '../output/printable.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { type Invocation, runs } from './invocation.ts'

/** Events that wait for the receiver at most; then the stream waits, and is resumed where it was. */
const MAX_WAITING = 1_000

interface Options {
  readonly forwardTo?: string
  readonly events?: string
  readonly secret?: string
}

const HELP = `
Each event is posted with the headers of a real delivery, signed by a secret of this machine. Verify it as you would in
production. --forward-to 3000/webhooks is http://localhost:3000/webhooks.`

/** `usher listen`. */
export function addListen(program: Command, terminal: Terminal): void {
  const listen = program
    .command('listen')
    .description('Follow the events of your organisation, and send them to a server on your machine')
    .option('--forward-to <address>', 'where to post each event, such as http://localhost:3000/webhooks')
    .option('--events <types>', 'only these, such as guest.added,queue.*')
    .option('--secret <secret>', 'sign with this secret; without it with one that this machine keeps')
    .addHelpText('after', HELP)
  runs<[Options]>(listen, terminal, async (invocation, options) => {
    const { signal, forward } = await prepare(invocation, options)
    const pause = (ms: number, ending: AbortSignal) =>
      setTimeout(ms, undefined, { signal: ending }).catch(() => {})
    const { usher } = invocation
    const backlog = createBacklog(MAX_WAITING)
    for await (const heard of follow({ usher, types: options.events, signal, pause })) {
      if (heard.kind === 'event') await backlog.add(handle(heard.event, invocation, forward))
      else terminal.err(`${SAID[heard.kind]}\n`)
    }
  })
}

const SAID = {
  ready: 'Ready: every event from here on is shown.',
  lost: 'The connection was lost. Going on where it was...',
  missed: 'Events are missing: the connection was lost for longer than events are kept.',
}

async function prepare({ terminal }: Invocation, { forwardTo, secret: given }: Options) {
  const signal = terminal.stopped
  if (forwardTo === undefined) return { signal, forward: undefined }
  const url = receiverAddress(forwardTo)
  const secret = await webhookSecret(given, terminal)
  terminal.err(`Events are sent to ${url}, signed with the secret ${secret}\n`)
  return { signal, forward: createForward(url, secret, signal) }
}

async function handle(
  event: StreamedEvent,
  { terminal, isJson }: Invocation,
  forward: Forward | undefined,
): Promise<void> {
  const forwarded = await forward?.(event)
  if (terminal.stopped.aborted) return
  terminal.out(
    isJson ? `${jsonText({ ...event, ...(forwarded && { forwarded }) })}\n` : lineOf(event, forwarded),
  )
}

function lineOf({ id, body }: StreamedEvent, forwarded: Forwarded | undefined): string {
  const { event, timestamp, data } = body
  const facts = [timestamp, event, data?.id ?? '-', id, ...(forwarded ? [`-> ${outcomeOf(forwarded)}`] : [])]
  return `${plain(facts.join('  '))}\n`
}

const outcomeOf = ({ status, error, duration_ms }: Forwarded): string =>
  `${status ?? `failed: ${error}`} in ${duration_ms} ms`
