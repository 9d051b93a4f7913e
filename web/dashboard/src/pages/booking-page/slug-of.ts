const MIN_LENGTH = 3
const MAX_LENGTH = 60

/** A slug for the name of an organisation; empty if the name has too few Latin letters and digits. */
export function slugOf(name: string): string {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_LENGTH)
    .replace(/^-|-$/g, '')
  return slug.length < MIN_LENGTH ? '' : slug
}
