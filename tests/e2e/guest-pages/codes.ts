import type { Notification } from '@usher/contracts'
import { type Client, until } from '@usher/test-kit'

/** The code that an address was sent, as the sandbox shows it. */
export async function codeSentTo({ owner }: { readonly owner: Client }, to: string): Promise<string> {
  return await until(`the code for ${to}`, async () => {
    const { data } = (await owner('GET', '/v1/notifications?limit=100')).body
    const message = data.find((one: Notification) => one.to === to && one.kind === 'booking_code')
    return /\d{6}/.exec(message?.text ?? '')?.[0]
  })
}
