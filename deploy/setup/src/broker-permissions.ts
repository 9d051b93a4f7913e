import { DEAD_EXCHANGE, EVENTS, EVENTS_EXCHANGE, eventTypesReceivedBy } from '@usher/contracts'

/** Has no database, so no durable queues. */
const GATEWAY = 'gateway'

/**
 * Every service does its part of a privacy request, and records what an operator did to its dead letters and the changes
 * that it accepted.
 */
const OF_EVERY_SERVICE = /^(privacy\.completed|dead_letter\..+|change\.accepted)$/

/**
 * Permissions of one process at the broker, each a regular expression (https://www.rabbitmq.com/docs/access-control).
 */
export interface BrokerPermissions {
  /** Names it may declare and delete. */
  readonly configure: string
  /** Exchanges it may publish to, and queues it may bind. */
  readonly write: string
  /** Queues it may consume from, and exchanges it may bind to. */
  readonly read: string
  /** Event types it may publish. */
  readonly publish: string
  /** Event types it may bind to its queues. */
  readonly subscribe: string
}

/**
 * Least privilege: a process's own queues, the events it publishes and those it subscribes to. Not the default
 * exchange, which routes to every queue.
 */
export function permissionsOf(process: string): BrokerPermissions {
  const isGateway = process === GATEWAY
  // Processes receive hints on queues that the broker names; they are exclusive, so no other process can use them.
  const queues = `${escaped(process)}\\..+|amq\\.gen-.+`
  const reachable = (isGateway ? [EVENTS_EXCHANGE] : [EVENTS_EXCHANGE, DEAD_EXCHANGE]).map(escaped).join('|')
  const produced = EVENTS.filter(
    ({ type, producer }) => producer === process || (!isGateway && OF_EVERY_SERVICE.test(type)),
  )
  return {
    configure: `^(${queues})$`,
    write: `^(${queues}|${reachable})$`,
    read: `^(${queues}|${reachable})$`,
    publish: oneOf(produced.map(({ type }) => type)),
    subscribe: oneOf(eventTypesReceivedBy(process)),
  }
}

const oneOf = (types: readonly string[]): string => `^(${types.map(escaped).join('|')})$`

const escaped = (name: string): string => name.replaceAll('.', '\\.')
