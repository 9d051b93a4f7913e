import type { z } from 'zod'

type ExactPartial<Shape extends z.ZodRawShape> = {
  [Key in keyof Shape]: z.ZodExactOptional<Shape[Key]>
}

/** All fields of a shape made optional (but not undefined: JSON has no such value). */
export const exactPartial = <Shape extends Record<string, z.ZodType>>(shape: Shape): ExactPartial<Shape> =>
  Object.fromEntries(
    Object.entries(shape).map(([name, schema]) => [name, schema.exactOptional()]),
  ) as ExactPartial<Shape>
