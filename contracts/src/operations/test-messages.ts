import { z } from 'zod'
import { idOf } from '../ids.ts'
import { pageQuery } from '../page.ts'
import { testMessageSchema } from '../resources/test-message.ts'
import { addressText } from '../text.ts'
import { listOperation } from './resource-operations.ts'

export const listTestMessages = listOperation({
  id: 'listTestMessages',
  tag: 'Testing',
  service: 'notification',
  scope: 'notifications:read',
  onlyTest: true,
  holdsSecret: true,
  path: '/v1/test/messages',
  summary: 'List the messages about test data, newest first: nobody got them',
  query: z.strictObject({
    ...pageQuery,
    guest_id: idOf('guest').exactOptional(),
    booking_id: idOf('booking').exactOptional(),
    to: addressText.exactOptional().meta({ description: 'Phone number or e-mail address' }),
  }),
  item: testMessageSchema,
})
