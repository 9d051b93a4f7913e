/**
 * The key for a name: lower-case letters, digits and underscores, starting with a letter, at most 40 characters. A name
 * without Latin letters gets a random key.
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
