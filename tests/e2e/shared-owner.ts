import { type Client, startReceiver } from '@usher/test-kit'
import { signInOwner } from './isolation/owner.ts'
import { useSharedUsher } from './shared-usher.ts'

/** An owner whose organisation no other test uses, with a receiver of their webhooks. */
export async function useSharedOwner() {
  await using stack = new AsyncDisposableStack()
  const usher = stack.use(await useSharedUsher())
  const receiver = stack.use(await startReceiver())
  const watch = (client: Client) => client
  const owner = await signInOwner(usher, usher.demo, { receiverUrl: receiver.url, watch })
  const kept = stack.move()
  return { usher, receiver, owner, [Symbol.asyncDispose]: () => kept.disposeAsync() }
}

export type SharedOwner = Awaited<ReturnType<typeof useSharedOwner>>
