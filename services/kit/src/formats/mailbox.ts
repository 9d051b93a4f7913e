import { domainToASCII } from 'node:url'

/** Google ignores dots before the @ (support.google.com/mail/answer/7436150), and has two domains. */
const GMAIL = new Set(['gmail.com', 'googlemail.com'])

/**
 * The mailbox an e-mail address most likely reaches, however it is written: lower case, without a subaddress (RFC
 * 5233) and the dot of the root, with the domain in ASCII. For limits per person; two accounts may share one.
 */
export function mailboxOf(address: string): string {
  const at = address.lastIndexOf('@')
  const domain = address
    .slice(at + 1)
    .toLowerCase()
    .replace(/\.+$/, '')
  // Empty if it is not a domain.
  const ascii = domainToASCII(domain) || domain
  const [name = ''] = address.slice(0, at).toLowerCase().split('+', 1)
  return GMAIL.has(ascii) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${ascii}`
}
