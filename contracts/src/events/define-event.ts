import type { z } from 'zod'
import type { ServiceName } from '../services.ts'

/** A domain event: its type (the routing key on the broker), version, producer and data. */
export interface EventDefinition<Type extends string = string, Data extends z.ZodType = z.ZodType> {
  readonly type: Type
  readonly version: number
  readonly producer: ServiceName | 'gateway' | 'operator'
  readonly summary: string
  readonly data: Data
  /** Fields of the data that only services see; webhooks do not carry them. */
  readonly inside?: readonly string[]
  /** Fields that webhooks carry under another name. */
  readonly named?: Readonly<Record<string, string>>
}

/** Declares an event. Its data schema must not be strict: a consumer accepts fields added later. */
export const defineEvent = <const Type extends string, Data extends z.ZodType>(
  definition: EventDefinition<Type, Data>,
): EventDefinition<Type, Data> => definition

export type DataOf<E> = E extends EventDefinition<string, infer Data> ? z.infer<Data> : never
