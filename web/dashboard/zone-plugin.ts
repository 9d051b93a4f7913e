import moment from 'moment-timezone/moment-timezone-utils.js'
import type { Plugin } from 'vite'

/** Years whose times the dashboard tells exactly. */
const YEARS = [2020, 2037] as const

/** Leaves those years of the zone data: all of it would be four times the size of the app. */
export const zonePlugin = (): Plugin => ({
  name: 'zone-years',
  enforce: 'pre',
  transform: {
    filter: { id: /moment-timezone\/data\/packed\/latest\.json$/ },
    handler(code) {
      const { version, zones, links } = JSON.parse(code)
      const kept = moment.tz.filterLinkPack({ version, zones: zones.map(moment.tz.unpack), links }, ...YEARS)
      return JSON.stringify({ version, zones: kept.zones, links: kept.links })
    },
  },
})
