/** `GuestNoShow` of `guest.no_show`: a name that every language takes. */
export const inPascalCase = (words: string): string =>
  words.replaceAll(/(?:^|[._-])([a-z])/g, (_, letter: string) => letter.toUpperCase())
