let organizationZone = Intl.DateTimeFormat().resolvedOptions().timeZone

/** Zone of times that have none of their own: the organisation's, until it is known the browser's. */
export const homeZone = (): string => organizationZone

export const setHomeZone = (zone: string): void => {
  organizationZone = zone
}
