/**
 * The cursor of the page after this one; undefined: there is none.
 *
 * @param asked the cursor of this page; undefined: it is the first
 * @throws Error if it is the same again: the list would be read for ever
 */
export function nextCursor(
  { next_cursor }: { readonly next_cursor?: string | null },
  asked: string | undefined,
): string | undefined {
  const next = next_cursor ?? undefined
  if (next !== undefined && next === asked)
    throw new Error('The list does not end: a page names itself as the next one')
  return next
}
