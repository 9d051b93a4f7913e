import type { Locator, Page } from 'playwright-core'

/** Types `2026-12-24` as a browser in American English has it. */
export async function enterDate(within: Page | Locator, label: string, day: string): Promise<void> {
  const [year, month, date] = day.split('-')
  await within.getByRole('textbox', { name: label, exact: true }).fill(`${month}/${date}/${year}`)
}

/** Types `23:30` key by key, as a person does: the field moves on to minutes and to AM or PM by itself. */
export async function enterTime(within: Page | Locator, label: string, time: string): Promise<void> {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const two = (number: number) => String(number).padStart(2, '0')
  const field = within.getByRole('spinbutton', { name: `${label}, hours`, exact: true })
  await field.focus()
  await field.pressSequentially(two(hours % 12 || 12))
  const keyboard = 'keyboard' in within ? within.keyboard : within.page().keyboard
  await keyboard.type(`${two(minutes)}${hours < 12 ? 'a' : 'p'}`)
}

/** Types `2026-12-24T23:30`. */
export async function enterDateTime(within: Page | Locator, label: string, local: string): Promise<void> {
  const [day = '', time = ''] = local.split('T')
  await enterDate(within, label, day)
  await enterTime(within, label, time)
}

/** Deletes a time. */
export const clearTime = (within: Locator, label: string): Promise<void> =>
  within.getByRole('spinbutton', { name: `${label}, hours`, exact: true }).press('Backspace')
