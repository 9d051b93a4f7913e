import type { MessageDescriptor } from '@lingui/core'
import type { operations } from '@usher/sdk/client'

/**
 * An operation in words: what it is called, who did it, and who tried to and was refused.
 * `{who}` is the actor, and `<link>` the page of the thing.
 */
export type Action = readonly [name: MessageDescriptor, done: MessageDescriptor, tried: MessageDescriptor]

/** The same of an operation in a queue, and what is said if the name of the `{queue}` is known. */
export type QueueAction = readonly [...Action, doneIn: MessageDescriptor, triedIn: MessageDescriptor]

type Of<Words> = Readonly<Partial<Record<keyof operations, Words>>>

export type Actions = Of<Action>
export type QueueActions = Of<QueueAction>
