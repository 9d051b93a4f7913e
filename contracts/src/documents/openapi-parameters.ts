import { z } from 'zod'
import { pageQuery } from '../page.ts'
import { webhookHeadersSchema } from '../webhook-headers.ts'
import { inPascalCase } from './names.ts'
import type { DocumentSchemas, Json } from './schemas.ts'

type Place = 'path' | 'query' | 'header'

/** A parameter that is a component, and the schema that identifies it. */
interface Shared {
  readonly component: string
  readonly name: string
  readonly place: Place
  readonly type: z.ZodType
}

// OpenAPI describes the content type with the body.
const { 'content-type': _, ...deliveryHeaders } = webhookHeadersSchema.shape

const SHARED: readonly Shared[] = [
  { component: 'Limit', name: 'limit', place: 'query', type: pageQuery.limit },
  { component: 'Cursor', name: 'cursor', place: 'query', type: pageQuery.cursor },
  ...Object.entries(deliveryHeaders).map(([name, type]) => {
    return { component: `Delivery${inPascalCase(name)}`, name, place: 'header' as const, type }
  }),
]

/** Parameters of many operations, as components. */
export const sharedParameters = (schemas: DocumentSchemas): Json =>
  Object.fromEntries(
    SHARED.map(({ component, name, place, type }) => [
      component,
      parameter(name, place, place === 'header', schemas.of(type, 'input')),
    ]),
  )

/** The headers of every webhook. */
export const deliveryParameters = (): Json[] =>
  SHARED.filter(({ place }) => place === 'header').map(reference)

/** The fields of a shape as parameters. */
export function parameters(shape: z.ZodObject, place: Place, schemas: DocumentSchemas): Json[] {
  const { required = [] } = z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' })
  return Object.entries(shape.shape as Record<string, z.ZodType>).map(([name, type]) => {
    const shared = SHARED.find((one) => one.type === type)
    if (shared) return reference(shared)
    return parameter(name, place, place === 'path' || required.includes(name), schemas.of(type, 'input'))
  })
}

const reference = ({ component }: Shared): Json => ({ $ref: `#/components/parameters/${component}` })

const parameter = (
  name: string,
  place: Place,
  required: boolean,
  { description, ...schema }: Json,
): Json => ({
  name,
  in: place,
  ...(description !== undefined && { description }),
  required,
  schema,
})
