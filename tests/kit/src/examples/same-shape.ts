/** Objects with keys of their own for each value: these tell nothing of the shape. */
const OWN_KEYS: ReadonlySet<string> = new Set([
  ...['headers', 'changes', 'metadata', 'callbacks', 'fields', 'answers', 'translations', 'services'],
  ...['schema', 'example', 'credentials', 'data'],
])

/** Whether two values have the same fields, whatever is in them; what one of them lacks (null, an empty list) matches. */
export function haveSameShape(one: unknown, other: unknown, name = ''): boolean {
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === 0 || other.length === 0 || haveSameShape(one[0], other[0], '')
  }
  if (!isObject(one) || !isObject(other)) return true
  if (OWN_KEYS.has(name)) return true
  const [keys, others] = [Object.keys(one).sort(), Object.keys(other).sort()]
  if (keys.join() !== others.join()) return false
  return keys.every((key) => haveSameShape(one[key], other[key], key))
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
