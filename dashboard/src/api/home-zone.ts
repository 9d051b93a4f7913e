let organizationZone = Intl.DateTimeFormat().resolvedOptions().timeZone

/** The zone of the organisation, in which all times are told that have none of their own; at first the browser's. */
export const homeZone = (): string => organizationZone

export const setHomeZone = (zone: string): void => {
  organizationZone = zone
}
