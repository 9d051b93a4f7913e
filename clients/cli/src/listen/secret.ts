import { randomBytes } from 'node:crypto'
import { configFolder } from '../config/config-folder.ts'
import { EXIT } from '../terminal/exit-codes.ts'
import { Failure } from '../terminal/failure.ts'
import type { Terminal } from '../terminal/terminal.ts'

const FILE = 'webhook-secret'
const SECRET = /^whsec_[A-Za-z0-9+/]{32,}={0,2}$/
/** Standard Webhooks allows 24 to 64. */
const SECRET_BYTES = 32

/**
 * The secret that signs what is forwarded: the one given, or one that stays the same on this machine.
 *
 * @throws Failure if what is given is no secret
 */
export async function webhookSecret(given: string | undefined, terminal: Terminal): Promise<string> {
  if (given !== undefined) {
    if (SECRET.test(given)) return given
    throw new Failure('That is not a secret for webhooks.', {
      advice: 'A secret is whsec_ and at least 24 bytes in base64. Leave out --secret to have one generated.',
      exitCode: EXIT.usage,
    })
  }
  const folder = configFolder(terminal)
  // Under a lock: of two commands that start at once, one would sign with a secret that is not kept.
  return await folder.withLock(FILE, async () => {
    const kept = await folder.read(FILE)
    if (typeof kept === 'string' && SECRET.test(kept)) return kept
    const made = `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`
    await folder.write(FILE, made)
    return made
  })
}
