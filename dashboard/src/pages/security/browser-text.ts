import { getParser } from 'bowser'

/** A browser as people call it, such as "Chrome on Windows"; what is none as it calls itself. */
export function browserText(userAgent: string | null): string {
  if (!userAgent) return 'Unknown browser'
  const parser = getParser(userAgent)
  const [browser, system] = [parser.getBrowserName(), parser.getOSName()]
  return browser && system ? `${browser} on ${system}` : userAgent
}
