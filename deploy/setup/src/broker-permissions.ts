import { EVENTS, type EventDefinition } from '@usher/contracts'
import { SUBSCRIPTIONS } from './subscriptions.ts'

/** Exchange of all events, and the one to the dead-letter queues; declared here, so that no process has to. */
export const EXCHANGES = { events: 'usher.events', dead: 'usher.dead' } as const

/** Has no database, and so no queues that outlive it. */
const GATEWAY = 'gateway'

/** Every service does its part of a request for privacy, and records what an operator did to its dead letters. */
const OF_EVERY_SERVICE = /^(privacy\.completed|dead_letter\..+)$/

/** What one process may do at the broker; each a regular expression (https://www.rabbitmq.com/docs/access-control). */
export interface BrokerPermissions {
  /** Names that it may declare and delete. */
  readonly configure: string
  /** Exchanges that it may publish to, and queues that it may bind. */
  readonly write: string
  /** Queues that it may consume, and exchanges that it may bind to. */
  readonly read: string
  /** Types of events that it may publish. */
  readonly publish: string
  /** Types of events that it may bind to its queues. */
  readonly subscribe: string
}

/**
 * The least that a process needs: its own queues, the events that it produces and those that it follows. Not the
 * default exchange, which would lead into every queue.
 */
export function permissionsOf(process: string): BrokerPermissions {
  const isGateway = process === GATEWAY
  // A process hears hints on queues whose name the broker gives; they are exclusive, so that no other may use them.
  const queues = `${escaped(process)}\\..+|amq\\.gen-.+`
  const exchanges = Object.values(EXCHANGES).map(escaped).join('|')
  const reachable = isGateway ? escaped(EXCHANGES.events) : exchanges
  const produced = EVENTS.filter(
    ({ type, producer }) => producer === process || (!isGateway && OF_EVERY_SERVICE.test(type)),
  )
  return {
    configure: `^(${queues})$`,
    write: `^(${queues}|${reachable})$`,
    read: `^(${queues}|${reachable})$`,
    publish: oneOf(produced),
    subscribe: oneOf(SUBSCRIPTIONS[process] ?? []),
  }
}

const oneOf = (events: readonly EventDefinition[]): string =>
  `^(${events.map(({ type }) => escaped(type)).join('|')})$`

const escaped = (name: string): string => name.replaceAll('.', '\\.')
