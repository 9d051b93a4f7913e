/**
 * The last Sunday of a month of next year, on which the clocks of Europe change in March and October: `2027-03-28`. In
 * the future, because TTL indexes delete what is old.
 *
 * @param month 1 to 12
 */
export function lastSundayOf(month: number): string {
  const day = new Date(Date.UTC(new Date().getUTCFullYear() + 1, month, 0))
  day.setUTCDate(day.getUTCDate() - day.getUTCDay())
  return day.toISOString().slice(0, 10)
}
