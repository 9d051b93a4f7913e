/**
 * How many cases a test tries: the given number, which is enough for a normal run, times `TEST_SCALE`. A long run
 * (`TEST_SCALE=10 npm run test:all`) tries more.
 */
export const scaled = (count: number): number => Math.ceil(count * Number(process.env.TEST_SCALE ?? 1))
