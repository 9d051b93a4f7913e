interface Organization {
  /** Jobs of its lanes that run. */
  running: number
  /** Its lanes that may start a job, in the order of their turns. */
  readonly lanes: Set<string>
}

/** Who may start a job next: organisations take turns, and within each its lanes. */
export class Turns {
  readonly #most: number
  readonly #organizations = new Map<string, Organization>()

  /** @param most jobs of one organisation that run at the same time */
  constructor(most: number) {
    this.#most = most
  }

  /** Gives a lane a turn, behind those that wait for one. */
  add(organizationId: string, lane: string): void {
    this.#of(organizationId).lanes.add(lane)
  }

  /** Jobs of the organisation that run. */
  running(organizationId: string): number {
    return this.#organizations.get(organizationId)?.running ?? 0
  }

  /** A job of the organisation has ended. */
  ended(organizationId: string): void {
    const organization = this.#of(organizationId)
    organization.running -= 1
    this.#forgetIdle(organizationId, organization)
  }

  /**
   * Gives turns as long as a job may start and somebody starts one.
   *
   * @param start starts a job of a lane; false when the lane has none that may start
   */
  give(mayStart: () => boolean, start: (lane: string) => boolean): void {
    for (const [id, organization] of this.#organizations) {
      if (!mayStart()) return
      if (organization.running >= this.#most || !startOne(organization, start)) {
        this.#forgetIdle(id, organization)
        continue
      }
      // Its next turn comes after those of the others.
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
