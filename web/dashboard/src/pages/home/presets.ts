import { t } from '@lingui/core/macro'
import type { Schemas } from '../../api/client.ts'

/** Usual settings of a first queue in a kind of venue. */
export interface Preset {
  readonly label: string
  /** Fields of the form. */
  readonly shown: { readonly name: string; readonly service_minutes: number; readonly servers: number }
  /** The other settings, found later in the queue's settings. */
  readonly rest: Omit<Schemas['QueueCreate'], 'name' | 'service_minutes' | 'servers'>
}

/** The first is chosen at first. */
export const presets = (): readonly [Preset, ...Preset[]] => [
  {
    label: t`Restaurant`,
    shown: { name: t`Tables`, service_minutes: 60, servers: 10 },
    rest: { max_party_size: 12, almost_ready_position: 2, no_show_after_minutes: 10 },
  },
  {
    label: t`Clinic`,
    shown: { name: t`Reception`, service_minutes: 15, servers: 2 },
    rest: { max_party_size: 3, almost_ready_position: 2, no_show_after_minutes: 10 },
  },
  {
    label: t`Shop`,
    shown: { name: t`Service desk`, service_minutes: 10, servers: 1 },
    rest: { max_party_size: 5, almost_ready_position: 3, no_show_after_minutes: 5 },
  },
  {
    label: t`Office`,
    shown: { name: t`Front desk`, service_minutes: 20, servers: 2 },
    rest: { max_party_size: 3, almost_ready_position: 2, no_show_after_minutes: 10 },
  },
]
