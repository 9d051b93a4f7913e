import { createContext, useContext } from 'react'

let organizationZone = Intl.DateTimeFormat().resolvedOptions().timeZone

/** The zone of the organisation, in which all times are told that have none of their own; at first the browser's. */
export const homeZone = (): string => organizationZone

export const setHomeZone = (zone: string): void => {
  organizationZone = zone
}

/** A zone for a part of the page, such as the board of a queue. */
export const ZoneContext = createContext<string | undefined>(undefined)

/** The zone of this part of the page. */
export const useShownZone = (): string => useContext(ZoneContext) ?? organizationZone
