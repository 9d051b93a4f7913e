import { createHash, createVerify, type KeyObject } from 'node:crypto'

/** Whether a DKIM signature with relaxed canonicalisation fits a mail (RFC 6376 §3.4, §3.7, §6.1). */
export function isSigned(raw: Buffer, key: KeyObject): boolean {
  const text = raw.toString('latin1')
  const split = text.indexOf('\r\n\r\n')
  const headers = text
    .slice(0, split)
    .split(/\r\n(?![ \t])/u)
    .map(relaxedHeader)
  const signature = headers.find((header) => header.startsWith('dkim-signature:')) ?? ''
  const tags = new Map(
    signature
      .slice('dkim-signature:'.length)
      .split(';')
      .map((tag) => [tag.split('=', 1)[0]?.trim(), tag.slice(tag.indexOf('=') + 1).replace(/\s/gu, '')]),
  )
  const body = relaxedBody(text.slice(split + 4))
  if (createHash('sha256').update(body, 'latin1').digest('base64') !== tags.get('bh')) return false
  const left = [...headers]
  const named = (tags.get('h') ?? '').split(':').map((name) => {
    const index = left.findLastIndex((header) => header.startsWith(`${name.toLowerCase()}:`))
    return index < 0 ? '' : `${left.splice(index, 1)[0]}\r\n`
  })
  const unsigned = signature.replace(/(;\s*b=)[^;]*/u, '$1')
  const verify = createVerify('rsa-sha256').update(named.join('') + unsigned, 'latin1')
  return verify.verify(key, tags.get('b') ?? '', 'base64')
}

function relaxedHeader(header: string): string {
  const colon = header.indexOf(':')
  const value = header.slice(colon + 1).replace(/\r\n/gu, '')
  return `${header.slice(0, colon).trim().toLowerCase()}:${value.replace(/[ \t]+/gu, ' ').trim()}`
}

const relaxedBody = (body: string): string =>
  body
    .replace(/[ \t]+/gu, ' ')
    .replace(/ \r\n/gu, '\r\n')
    .replace(/(\r\n)+$/u, '')
    .concat('\r\n')
