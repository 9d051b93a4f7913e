/** The browser's country and time zone, if known: a guess for a new organisation. */
export function placeOfBrowser(language: string): { country?: string; timezone?: string } {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const { region } = new Intl.Locale(language)
  return {
    ...(region && /^[A-Z]{2}$/.test(region) && { country: region }),
    ...(timeZone && { timezone: timeZone }),
  }
}
