/** Milliseconds for which events wait for others: so much later comes the first webhook of an organisation. */
const HOLD_MS = 100

/** Organisations that are remembered; the events of others are looked at without waiting. */
const MOST_REMEMBERED = 10_000

/** The organisations that had no endpoint when it was last looked for. */
export interface QuietOrganizations {
  has(organizationId: string): boolean
  /** Notes what a look for endpoints came to. */
  note(organizationId: string, isQuiet: boolean): void
  /** Resolves when the events that wait are to be looked at, all together. */
  wait(): Promise<void>
  /** Has them looked at now. */
  release(): void
}

/**
 * Lets the events of organisations without endpoints wait for each other. They need a look all the same, since another
 * replica may have made an endpoint before the event; but nobody waits for them, so one look serves many. When one finds an
 * endpoint the others go on at once: what comes next must not overtake them.
 */
export function createQuietOrganizations(): QuietOrganizations {
  const quiet = new Set<string>()
  let held: { readonly ended: Promise<void>; end(): void } | undefined
  const hold = () => {
    const { promise: ended, resolve } = Promise.withResolvers<void>()
    const end = () => {
      clearTimeout(timer)
      held = undefined
      resolve()
    }
    const timer = setTimeout(end, HOLD_MS)
    return { ended, end }
  }
  const release = () => held?.end()
  return {
    has: (organizationId) => quiet.has(organizationId),
    note(organizationId, isQuiet) {
      const wasQuiet = quiet.delete(organizationId)
      if (isQuiet) quiet.add(organizationId)
      else if (wasQuiet) release()
      const [oldest] = quiet
      if (quiet.size > MOST_REMEMBERED && oldest !== undefined) quiet.delete(oldest)
    },
    wait() {
      held ??= hold()
      return held.ended
    },
    release,
  }
}
