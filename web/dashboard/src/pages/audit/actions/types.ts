import type { MessageDescriptor } from '@lingui/core'
import type { operations } from '@usher/sdk/client'

/** An operation in words. `{who}` is the actor, and `<link>` the page of the thing. */
export interface Action {
  readonly name: MessageDescriptor
  readonly done: MessageDescriptor
  /** Who tried to and was refused. */
  readonly tried: MessageDescriptor
}

/** The same of an operation in a queue, and what is said if the name of the `{queue}` is known. */
export interface QueueAction extends Action {
  readonly doneIn: MessageDescriptor
  readonly triedIn: MessageDescriptor
}

type Of<Words> = Readonly<Partial<Record<keyof operations, Words>>>

export type Actions = Of<Action>
export type QueueActions = Of<QueueAction>
