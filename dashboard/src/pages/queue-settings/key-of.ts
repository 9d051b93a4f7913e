/**
 * The key of something that people name: small letters, digits and underscores, a letter first, 40 at most. A name
 * without any Latin letter has a key by chance.
 */
export function keyOf(name: string): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+|_+$/g, '')
    .slice(0, 40)
  return plain || `k${crypto.randomUUID().slice(0, 8)}`
}
