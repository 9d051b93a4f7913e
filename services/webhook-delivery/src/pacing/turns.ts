interface Organization {
  /** Running jobs in its lanes. */
  running: number
  /** Its lanes waiting to start a job, in order. */
  readonly lanes: Set<string>
}

/** Decides which lane starts a job next: organisations take turns, and so do the lanes within each. */
export class Turns {
  readonly #max: number
  readonly #organizations = new Map<string, Organization>()

  /** @param max maximum concurrent jobs per organisation */
  constructor(max: number) {
    this.#max = max
  }

  /** Queues a lane for a turn. */
  add(organizationId: string, lane: string): void {
    this.#of(organizationId).lanes.add(lane)
  }

  /** Running jobs of the organisation. */
  running(organizationId: string): number {
    return this.#organizations.get(organizationId)?.running ?? 0
  }

  /** Records that a job of the organisation has ended. */
  ended(organizationId: string): void {
    const organization = this.#of(organizationId)
    organization.running -= 1
    this.#forgetIdle(organizationId, organization)
  }

  /**
   * Gives turns while jobs may start and any lane starts one.
   *
   * @param start starts a job of a lane; false when the lane has none that may start
   */
  give(mayStart: () => boolean, start: (lane: string) => boolean): void {
    for (const [id, organization] of this.#organizations) {
      if (!mayStart()) return
      if (organization.running >= this.#max || !startOne(organization, start)) {
        this.#forgetIdle(id, organization)
        continue
      }
      // Move it behind the others.
      this.#organizations.delete(id)
      this.#organizations.set(id, organization)
    }
  }

  #of(id: string): Organization {
    const organization = this.#organizations.get(id) ?? { running: 0, lanes: new Set() }
    this.#organizations.set(id, organization)
    return organization
  }

  #forgetIdle(id: string, { running, lanes }: Organization): void {
    if (running === 0 && lanes.size === 0) this.#organizations.delete(id)
  }
}

function startOne(organization: Organization, start: (lane: string) => boolean): boolean {
  const { lanes } = organization
  for (const lane of lanes) {
    lanes.delete(lane)
    if (!start(lane)) continue
    organization.running += 1
    lanes.add(lane)
    return true
  }
  return false
}
