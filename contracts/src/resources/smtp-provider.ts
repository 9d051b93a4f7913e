import { z } from 'zod'
import { emailAddress, line } from '../text.ts'

/** A host name, without the dot of the root: `d=` of a signature has none (RFC 6376 §3.5). */
const hostname = z
  .hostname()
  .max(253)
  .overwrite((name) => name.replace(/\.$/, ''))

/** A host whose last label is a number is a network address in another spelling (WHATWG URL §3.5). */
const mailHost = hostname.refine((host) => !/(?:^|\.)(?:\d+|0x[\da-f]*)\.?$/iu.test(host), {
  error: 'must be a host name, or an address in the usual form',
  params: { code: 'invalid_host' },
})

/** DKIM signing (RFC 6376). */
const dkim = z
  .strictObject({
    domain: hostname.describe('Domain that signs'),
    selector: z
      .string()
      .regex(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/, { error: 'must be a DNS label' })
      .describe('Name of the key in DNS'),
  })
  .meta({ description: 'The public key is published as the TXT record SELECTOR._domainkey.DOMAIN' })

export const smtpSettingsSchema = z
  .strictObject({
    host: z.union([mailHost, z.ipv4(), z.ipv6()]).describe('Mail server: name or address'),
    port: z.int().min(1).max(65_535).default(587).meta({
      description: 'Port of the mail server: 25, 465, 587 or 2525, except on the same machine',
    }),
    security: z.enum(['tls', 'starttls', 'none']).default('starttls').meta({
      description:
        'tls: from the start, mostly at port 465; starttls: required, else nothing is sent; none: on the same machine only',
    }),
    user: line(254).nullable().default(null).describe('Whom to sign in as; null: without signing in'),
    from_address: emailAddress.describe('Sender of the mail'),
    from_name: line(100).nullable().default(null).describe('Name of the sender; null: the address alone'),
    reply_to: emailAddress.nullable().default(null).describe('Where replies go; null: to from_address'),
    bounce_domain: hostname
      .nullable()
      .default(null)
      .meta({ description: 'To which mail that cannot be delivered comes back; null: to from_address' }),
    dkim: dkim.nullable().default(null).describe('How mail is signed; null: it is not'),
  })
  .meta({ id: 'SmtpSettings', description: 'How the mail server is used' })

export const smtpCredentialsSchema = z
  .strictObject({
    password: z.string().min(1).max(1_000).nullable().default(null).describe('Of the user; null: none'),
    dkim_private_key: z
      .string()
      .max(8_000)
      .regex(/^-----BEGIN (RSA )?PRIVATE KEY-----/, { error: 'must be a PEM private key' })
      .nullable()
      .default(null)
      .describe('In PEM (PKCS #1 or #8); null: mail is not signed'),
  })
  .meta({ id: 'SmtpCredentials', description: 'Secrets: never shown again' })

export type SmtpSettings = z.infer<typeof smtpSettingsSchema>
export type SmtpCredentials = z.infer<typeof smtpCredentialsSchema>
