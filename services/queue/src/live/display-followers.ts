import { type EventStream, formatEvent, type Logger, ProblemError } from '@usher/service-kit'
import type { Access } from '../access.ts'
import { type DisplaySource, readDisplay } from '../display/read-display.ts'
import type { Streams } from './streams.ts'

/** Screens of one queue that are open at once; the one opened first is ended for one more. */
const MOST_SCREENS = 50

interface Options extends DisplaySource {
  readonly log: Logger
  readonly streams: Streams
}

interface Screen {
  readonly stream: EventStream
  /** What was sent last. */
  sent: string
}

interface Followed {
  readonly access: Access
  readonly screens: Set<Screen>
}

/** Screens that follow a queue. It is read once for all of them, and those that see nothing new are sent nothing. */
export class DisplayFollowers {
  readonly #options: Options
  readonly #byQueue = new Map<string, Followed>()
  readonly #changed = new Set<string>()
  #running: Promise<void> | undefined

  constructor(options: Options) {
    this.#options = options
  }

  /** @throws ProblemError `not_found` */
  async follow(queueId: string, access: Access): Promise<EventStream> {
    const text = await this.#read(queueId, access)
    const screen = this.#register(queueId, access)
    send(screen, text)
    // Since the reading it may have changed.
    this.changed(queueId)
    return screen.stream
  }

  /** Has the screens of a queue told what is new. */
  changed(queueId: string): void {
    if (!this.#byQueue.has(queueId)) return
    this.#changed.add(queueId)
    this.#running ??= this.#run()
  }

  /** Looks at everything, as events may have been missed and waits change by themselves. */
  async lookAgain(): Promise<void> {
    for (const queueId of this.#byQueue.keys()) this.changed(queueId)
    await this.#running
  }

  #register(queueId: string, access: Access): Screen {
    const { streams, clock } = this.#options
    const followed = this.#byQueue.get(queueId) ?? { access, screens: new Set<Screen>() }
    if (followed.screens.size >= MOST_SCREENS) [...followed.screens][0]?.stream.end()
    const stream = streams.open(clock.now(), access.organization_id, () => {
      followed.screens.delete(screen)
      if (followed.screens.size === 0 && this.#byQueue.get(queueId) === followed)
        this.#byQueue.delete(queueId)
    })
    const screen: Screen = { stream, sent: '' }
    followed.screens.add(screen)
    this.#byQueue.set(queueId, followed)
    return screen
  }

  async #run(): Promise<void> {
    for (const queueId of this.#changed) {
      this.#changed.delete(queueId)
      await this.#tell(queueId).catch((err) =>
        this.#options.log.warn({ err }, 'screens could not be told of a change and will be with the next'),
      )
    }
    this.#running = undefined
  }

  async #tell(queueId: string): Promise<void> {
    const followed = this.#byQueue.get(queueId)
    if (!followed) return
    try {
      const text = await this.#read(queueId, followed.access)
      for (const screen of followed.screens) send(screen, text)
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error
      // The queue is no more.
      for (const { stream } of followed.screens) stream.end()
    }
  }

  async #read(queueId: string, access: Access): Promise<string> {
    return formatEvent({ name: 'display', data: await readDisplay(this.#options, queueId, access) })
  }
}

function send(screen: Screen, text: string): void {
  if (text === screen.sent) return
  screen.sent = text
  screen.stream.push(text)
}
