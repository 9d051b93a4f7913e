/** `GuestNoShow` for `guest.no_show`: a name valid in every language. */
export const inPascalCase = (words: string): string =>
  words.replaceAll(/(?:^|[._-])([a-z])/g, (_, letter: string) => letter.toUpperCase())
