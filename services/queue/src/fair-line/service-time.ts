import type { Lane, ServiceTime } from './fair-line.ts'

/** 90 % quantile of the standard normal distribution. */
const Z90 = 1.281_551_565_5

/**
 * Probability that a service, or what is left of one, takes no longer than `ms`. Lognormal: service times are skewed, and
 * two quantiles determine it.
 */
export function chanceWithin(ms: number, { p50, p90 }: ServiceTime): number {
  if (p50 <= 0) return ms >= 0 ? 1 : 0
  if (ms <= 0) return 0
  if (p90 <= p50) return ms >= p50 ? 1 : 0
  return normal((Z90 * Math.log(ms / p50)) / Math.log(p90 / p50))
}

/** The service time at a standard normal deviate: 0 gives the median. */
export function serviceAt(z: number, { p50, p90 }: ServiceTime): number {
  if (p50 <= 0 || p90 <= p50) return Math.max(0, p50)
  return p50 * Math.exp((z / Z90) * Math.log(p90 / p50))
}

/** Cumulative standard normal distribution (Abramowitz and Stegun, 1964, 26.2.17; error below 1e-7). */
export function normal(z: number): number {
  const t = 1 / (1 + 0.231_641_9 * Math.abs(z))
  const poly =
    t * (0.319_381_53 + t * (-0.356_563_782 + t * (1.781_477_937 + t * (-1.821_255_978 + t * 1.330_274_429))))
  const upper = Math.exp((-z * z) / 2) * 0.398_942_280_4 * poly
  return z >= 0 ? 1 - upper : upper
}

/** The time within which a service ends with a probability. */
export const timeAt = (chance: number, service: ServiceTime): number => serviceAt(deviateAt(chance), service)

/** Inverse of `normal` (Abramowitz and Stegun, 1964, 26.2.23; error below 4.5e-4), within five standard deviations. */
function deviateAt(chance: number): number {
  const tail = Math.max(MIN_TAIL, Math.min(chance, 1 - chance))
  const t = Math.sqrt(-2 * Math.log(tail))
  const z =
    t - (2.515517 + t * (0.802853 + t * 0.010328)) / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)))
  return chance < 0.5 ? -z : z
}

const MIN_TAIL = 3e-7

/** A lane that has served somebody since `startedAt`: what is left, given that the service is not over yet. */
export function busyLane(startedAt: number, service: ServiceTime, now: number): Lane {
  const over = chanceWithin(Math.max(0, now - startedAt), service)
  const freeAt = (chance: number) =>
    Math.max(now + 1, startedAt + timeAt(over + chance * (1 - over), service))
  return { p50: freeAt(0.5), p90: freeAt(0.9) }
}
