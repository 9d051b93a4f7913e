import { t } from '@lingui/core/macro'
import { getParser } from 'bowser'

/** A browser's usual name, such as "Chrome on Windows"; the user agent itself for anything else. */
export function browserText(userAgent: string | null): string {
  if (!userAgent) return t`Unknown browser`
  const parser = getParser(userAgent)
  const [browser, system] = [parser.getBrowserName(), parser.getOSName()]
  return browser && system ? t`${browser} on ${system}` : userAgent
}
