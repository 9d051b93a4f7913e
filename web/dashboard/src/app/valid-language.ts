/**
 * Replaces an invalid `navigator.language`, such as `en-US@posix`: `Intl` throws a RangeError for it, and the chart
 * library passes it on at load.
 */
try {
  new Intl.Locale(navigator.language)
} catch {
  Object.defineProperty(navigator, 'language', { value: 'en-US', configurable: true })
}
