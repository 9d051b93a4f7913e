const format = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** A time of the API as people here write it, in the time zone of the browser. */
export const timeText = (at: string | null, none = 'Never'): string =>
  at === null ? none : format.format(new Date(at))

/** The value of a `datetime-local` field as the API takes it; undefined where it is empty. */
export const timeOfField = (value: string): string | undefined =>
  value === '' ? undefined : new Date(value).toISOString()
