import {
  type EventStream,
  formatEvent,
  type Logger,
  type Network,
  networksOf,
  ProblemError,
  type Streams,
  VISIBLE_HEARTBEAT,
} from '@usher/service-kit'
import type { Access } from '../access.ts'
import { type DisplaySource, readDisplay } from '../display/read-display.ts'

/** Open screens per queue without a signed-in member. Opening another never closes one. */
const MAX_SCREENS = 200
/** Of these, per address; a /56 or /48 of IPv6 gets a few times as many, so that one party cannot take all places. */
const MAX_PER_ADDRESS = 20
const RETRY_AFTER_SECONDS = 10

/** Who follows a queue on a screen. */
export interface DisplayViewer {
  readonly access: Access
  /** IP address of the client; undefined if a member of the organisation is signed in. */
  readonly address: string | undefined
}

interface Options extends DisplaySource {
  readonly log: Logger
  readonly streams: Streams
}

interface Screen {
  readonly stream: EventStream
  /** Narrowest first; empty if a member of the organisation is signed in. */
  readonly networks: readonly Network[]
  /** The last content sent. */
  sent: string
}

interface Followed {
  readonly access: Access
  readonly screens: Set<Screen>
}

/** Screens that follow a queue. The queue is read once for all of them, and screens without news are sent nothing. */
export class DisplayFollowers {
  readonly #options: Options
  readonly #byQueue = new Map<string, Followed>()
  readonly #changed = new Set<string>()
  #running: Promise<void> | undefined

  constructor(options: Options) {
    this.#options = options
  }

  /** @throws ProblemError `not_found`, `rate_limited` */
  async follow(queueId: string, viewer: DisplayViewer): Promise<EventStream> {
    // Checked twice: refusing costs no read, and others may open while it is read.
    this.#requireRoom(queueId, viewer)
    const text = await this.#read(queueId, viewer.access)
    const screen = this.#register(queueId, viewer)
    send(screen, text)
    // It may have changed since it was read.
    this.changed(queueId)
    return screen.stream
  }

  /** Sends a queue's screens what is new. */
  changed(queueId: string): void {
    if (!this.#byQueue.has(queueId)) return
    this.#changed.add(queueId)
    this.#running ??= this.#run()
  }

  /** Checks everything, as events may have been missed and waits change by themselves. */
  async recheckAll(): Promise<void> {
    for (const queueId of this.#byQueue.keys()) this.changed(queueId)
    await this.#running
  }

  #requireRoom(queueId: string, { address }: DisplayViewer): void {
    const screens = this.#byQueue.get(queueId)?.screens
    if (screens && address !== undefined) requireRoom(screens, networksOf(address))
  }

  #register(queueId: string, viewer: DisplayViewer): Screen {
    this.#requireRoom(queueId, viewer)
    const { access, address } = viewer
    const { streams, clock } = this.#options
    const followed = this.#byQueue.get(queueId) ?? { access, screens: new Set<Screen>() }
    const owner = {
      organizationId: access.organization_id,
      isStaff: address === undefined,
      heartbeat: VISIBLE_HEARTBEAT,
    }
    const stream = streams.open(clock.now(), owner, () => {
      followed.screens.delete(screen)
      if (followed.screens.size === 0 && this.#byQueue.get(queueId) === followed)
        this.#byQueue.delete(queueId)
    })
    const networks = address === undefined ? [] : networksOf(address)
    const screen: Screen = { stream, networks, sent: '' }
    followed.screens.add(screen)
    this.#byQueue.set(queueId, followed)
    return screen
  }

  async #run(): Promise<void> {
    for (const queueId of this.#changed) {
      this.#changed.delete(queueId)
      await this.#sendChanges(queueId).catch((err) =>
        this.#options.log.warn({ err }, 'screens could not be told of a change and will be with the next'),
      )
    }
    this.#running = undefined
  }

  async #sendChanges(queueId: string): Promise<void> {
    const followed = this.#byQueue.get(queueId)
    if (!followed) return
    try {
      const text = await this.#read(queueId, followed.access)
      for (const screen of followed.screens) send(screen, text)
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error
      // The queue no longer exists.
      for (const { stream } of followed.screens) stream.end()
    }
  }

  async #read(queueId: string, access: Access): Promise<string> {
    return formatEvent({ name: 'display', data: await readDisplay(this.#options, queueId, access) })
  }
}

function requireRoom(screens: ReadonlySet<Screen>, networks: readonly Network[]): void {
  const others = [...screens].filter((screen) => screen.networks.length > 0)
  const openFrom = (prefix: string) =>
    others.filter((screen) => screen.networks.some((network) => network.prefix === prefix)).length
  const isFull = networks.some(({ prefix, times }) => openFrom(prefix) >= MAX_PER_ADDRESS * times)
  if (others.length < MAX_SCREENS && !isFull) return
  throw new ProblemError('rate_limited', 'Too many screens follow this queue.', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })
}

function send(screen: Screen, text: string): void {
  if (text === screen.sent) return
  screen.sent = text
  screen.stream.push(text)
}
