import { z } from 'zod'
import { httpsAddress } from '../web-address.ts'

/** Bytes in base64url without padding (RFC 4648 §5). */
const base64url = (bytes: number) =>
  z.string().regex(new RegExp(`^[A-Za-z0-9_-]{${Math.ceil((bytes * 8) / 6)}}$`), {
    error: `must be ${bytes} bytes in base64url`,
  })

/** A browser's subscription, as its `PushSubscription.toJSON()` gives it (W3C Push API §8). */
export const pushSubscriptionSchema = z
  .strictObject({
    endpoint: httpsAddress(2_000).meta({ description: 'Where the push service takes messages (RFC 8030)' }),
    expirationTime: z.number().nullable().exactOptional().meta({ description: 'Ignored' }),
    keys: z
      .strictObject({
        p256dh: base64url(65).meta({ description: 'Public key of the browser (RFC 8291)' }),
        auth: base64url(16).meta({ description: 'Secret of the subscription (RFC 8291)' }),
      })
      .describe('What messages to the browser are encrypted with'),
  })
  .meta({
    id: 'PushSubscription',
    examples: [
      {
        endpoint: 'https://push.example.com/send/abc',
        keys: {
          p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
          auth: 'BTBZMqHH6r4Tts7J_aSIgg',
        },
      },
    ],
  })

export const pushKeySchema = z
  .object({
    public_key: z.string().nullable().meta({
      description: '`applicationServerKey` to subscribe with (RFC 8292); null: push is not enabled',
    }),
  })
  .meta({ id: 'PushKey' })

export type PushSubscription = z.infer<typeof pushSubscriptionSchema>
