import { createContext, useContext } from 'react'
import { homeZone } from '../api/home-zone.ts'

/** A zone for a part of the page, such as the board of a queue. */
export const ZoneContext = createContext<string | undefined>(undefined)

/** The zone of this part of the page. */
export const useShownZone = (): string => useContext(ZoneContext) ?? homeZone()
