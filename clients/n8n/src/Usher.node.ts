import { description } from 'virtual:usher-description'
import type { NodeDescription } from './n8n.ts'

/** Every operation of the API as an action. n8n sends the requests, as the description says. */
export class Usher {
  readonly description: NodeDescription = description
}
