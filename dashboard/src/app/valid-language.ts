/**
 * Some systems name a language that is no BCP 47 tag, such as `en-US@posix`. `Intl` refuses it with a RangeError, and
 * the chart library passes it on when it is loaded.
 */
try {
  new Intl.Locale(navigator.language)
} catch {
  Object.defineProperty(navigator, 'language', { value: 'en-US', configurable: true })
}
