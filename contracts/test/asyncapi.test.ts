import specs from '@asyncapi/specs'
import { asyncApiDocument, WEBHOOK_EVENT_TYPES, webhookDataOf } from '@usher/contracts'
import { goldenEvents } from '@usher/test-kit'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'

// biome-ignore lint/suspicious/noExplicitAny: a document is walked by path
const document: any = asyncApiDocument()

const ajv = addFormats.default(new Ajv({ strict: false, allErrors: true })).addSchema(document, 'document')

describe('the AsyncAPI document', () => {
  test('is valid AsyncAPI 3.0 by the official schema', () => {
    const validate = ajv.compile(specs.schemasWithoutId['3.0.0'] as object)
    validate(document)
    expect(validate.errors).toBe(null)
    expect(validate({ ...document, operations: { deliver: { action: 'shout' } } })).toBe(false)
  })

  test('lists every webhook event as a message of the delivery operation', () => {
    expect(Object.keys(document.components.messages)).toEqual(WEBHOOK_EVENT_TYPES)
    expect(Object.keys(document.channels.webhookEndpoint.messages)).toEqual(WEBHOOK_EVENT_TYPES)
    expect(document.operations.deliver.messages).toHaveLength(WEBHOOK_EVENT_TYPES.length)
  })

  const golden = goldenEvents().filter(({ type }) => (WEBHOOK_EVENT_TYPES as string[]).includes(type))
  test.each(golden.map((event) => [event.type, event] as const))(
    'describes the delivered envelope of %s and allows new fields in its data',
    (type, event) => {
      const { time, organizationid } = event
      const meta = {
        account_id: organizationid,
        webhook_id: 'whk_01h455vb4pex5vsknk084sn02q',
        livemode: true,
      }
      const data = webhookDataOf(event)
      const envelope = { event: type, timestamp: time, data, meta }
      const $ref = `document#/components/messages/${type}/payload`
      const validate = ajv.compile({ $ref })
      expect([validate(envelope), validate.errors]).toEqual([true, null])
      expect(validate({ ...envelope, data: { ...data, field_of_tomorrow: 1 } })).toBe(true)
      expect(validate({ ...envelope, event: 'guest.vanished' })).toBe(false)
    },
  )
})
