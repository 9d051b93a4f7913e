import type { Command } from 'commander'
import { createBacklog } from '../listen/backlog.ts'
import { follow } from '../listen/follow.ts'
import { createForward, type Forward, type Forwarded, receiverAddress } from '../listen/forward.ts'
import { webhookSecret } from '../listen/secret.ts'
import type { StreamedEvent } from '../listen/streamed-event.ts'
import { plain } from '../output/plain.ts'
import { jsonText } from '../output/printable.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { type Invocation, setAction } from './invocation.ts'
import { refuseClock } from './options.ts'

/** Maximum events that wait for the receiver; with more, stop reading the stream until one is answered. */
const MAX_WAITING = 1_000

interface Options {
  readonly forwardTo?: string
  readonly events?: string
  readonly secret?: string
}

const HELP = `
Each event is posted with the headers of a real delivery, signed with a secret of this machine. Verify it as you would in
production. --forward-to 3000/webhooks is short for http://localhost:3000/webhooks.`

/** `usher listen`. */
export function addListen(program: Command, terminal: Terminal): void {
  const listen = refuseClock(program.command('listen'))
    .description('Follow the events of your organisation, and forward them to a server on your machine')
    .option('--forward-to <address>', 'where to post each event, such as http://localhost:3000/webhooks')
    .option('--events <types>', 'only these types, such as guest.added,queue.*')
    .option('--secret <secret>', 'sign with this secret (default: one that this machine keeps)')
    .addHelpText('after', HELP)
  setAction<[Options]>(listen, terminal, async (invocation, options) => {
    const { signal, forward } = await prepare(invocation, options)
    const { events } = invocation
    const onLost = () => terminal.err(`${LOST}\n`)
    const addToBacklog = createBacklog(MAX_WAITING, () => terminal.err(`${BEHIND}\n`))
    for await (const message of follow({ events, types: options.events, signal, onLost })) {
      if (message.kind === 'event') await addToBacklog(handle(message.event, invocation, forward))
      else terminal.err(`${NEWS[message.kind]}\n`)
    }
  })
}

const NEWS = {
  ready: 'Ready: no event is missed from here on.',
  missed: 'Events are missing: the connection was lost for longer than events are kept.',
}

const LOST = 'The connection was lost. Reconnecting...'

const BEHIND = `${MAX_WAITING.toLocaleString('en')} events wait for your server. No more are read until it answers; none is lost within the hour for which they are kept.`

async function prepare({ terminal }: Invocation, { forwardTo, secret: given }: Options) {
  const signal = terminal.stopped
  if (forwardTo === undefined) return { signal, forward: undefined }
  const url = receiverAddress(forwardTo)
  const secret = await webhookSecret(given, terminal)
  terminal.err(`Forwarding events to ${url}, signed with the secret ${secret}\n`)
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
