/** The country and time zone that a browser tells, as far as it does: where a new organisation is likely to be. */
export function placeOfBrowser(language: string): { country?: string; timezone?: string } {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const { region } = new Intl.Locale(language)
  return {
    ...(region && /^[A-Z]{2}$/.test(region) && { country: region }),
    ...(timeZone && { timezone: timeZone }),
  }
}
