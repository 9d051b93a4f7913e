import { baseUrl } from './base-url.ts'
import type { Field } from './n8n.ts'

const hidden = (name: string, value: string): Field => ({
  displayName: name,
  name,
  type: 'hidden',
  default: value,
})

/** An OAuth application of Usher, for the platform API: bookings, providers and calendars. */
export class UsherOAuth2Api {
  readonly name = 'usherOAuth2Api'
  readonly extends = ['oAuth2Api']
  readonly displayName = 'Usher OAuth2 API'
  readonly properties: readonly Field[] = [
    baseUrl,
    hidden('grantType', 'clientCredentials'),
    hidden('accessTokenUrl', '={{$self["baseUrl"].replace(/\\/+$/, "")}}/oauth/token'),
    hidden('authentication', 'header'),
    {
      displayName: 'Scope',
      name: 'scope',
      type: 'string',
      default: 'bookings:read bookings:write availability:read service-types:read providers:read',
      description: 'What the application may do, separated by spaces',
    },
  ]
}
