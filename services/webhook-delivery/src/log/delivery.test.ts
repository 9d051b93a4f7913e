import {
  API_VERSIONS,
  clockOrganizationId,
  exampleEvent,
  NEWEST_API_VERSION,
  testOrganizationId,
} from '@usher/contracts'
import { newId } from '@usher/service-kit'
import { envelope } from './delivery.ts'

const organization = newId('organization')

test.each([
  ['live data', organization, true],
  ['test data', testOrganizationId(organization), false],
  ['data of a test clock', clockOrganizationId(organization, newId('testClock')), false],
])('the webhook of %s names its organisation, its endpoint and livemode', (_, organizationid, livemode) => {
  const event = { ...exampleEvent('guest.added'), organizationid }
  const webhook_id = newId('webhookEndpoint')
  const { meta } = envelope(event, webhook_id, NEWEST_API_VERSION, API_VERSIONS)
  expect(meta).toEqual({ account_id: organizationid, webhook_id, livemode })
})
