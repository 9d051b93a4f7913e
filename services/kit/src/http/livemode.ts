import { type Caller, isLive, livemode } from '@usher/contracts'
import { z } from 'zod'

type Fill = (value: unknown, isLive: boolean) => unknown

/** Fills in `livemode` for the caller. */
export type FillLivemode = (body: unknown, caller: Pick<Caller, 'organization_id'>) => unknown

/**
 * Fills `livemode` into the bodies of an answer, in each resource that has it, however deep: all that a caller is
 * answered is of one mode. So no service has to.
 */
export function livemodeFiller(answer: z.ZodType | null): FillLivemode {
  const fill = answer && fillOf(answer)
  if (!fill) return (body) => body
  return (body, { organization_id }) => fill(body, isLive(organization_id))
}

/** undefined: nothing in it is filled. */
function fillOf(schema: z.ZodType): Fill | undefined {
  if (schema instanceof z.ZodObject) return fillOfObject(schema.shape)
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional)
    return fillOf(schema.unwrap() as z.ZodType)
  if (!(schema instanceof z.ZodArray)) return undefined
  const fill = fillOf(schema.element as z.ZodType)
  return (
    fill && ((list, isLive) => (list as readonly unknown[] | null)?.map((one) => fill(one, isLive)) ?? list)
  )
}

function fillOfObject(shape: Readonly<Record<string, z.ZodType>>): Fill | undefined {
  const fields = Object.entries(shape).flatMap(([name, schema]) => {
    const fill = fillOf(schema)
    return fill ? [{ name, fill }] : []
  })
  const isOwn = shape.livemode === livemode
  if (fields.length === 0 && !isOwn) return undefined
  return (value, isLive) => {
    if (value === null || typeof value !== 'object') return value
    const filled: Record<string, unknown> = { ...value }
    for (const { name, fill } of fields) if (name in filled) filled[name] = fill(filled[name], isLive)
    if (isOwn) filled.livemode = isLive
    return filled
  }
}
