// Solves the challenge of a form while it is filled in, so that its sender may do more than a program could.
// Without this script, or where a browser cannot, the form is sent as it is.

interface Challenge {
  readonly parameters: {
    readonly cost: number
    readonly keyLength: number
    readonly keyPrefix: string
    readonly nonce: string
    readonly salt: string
  }
}

/** A challenge is good for ten minutes. */
const RENEW_MS = 9 * 60_000
/** Time for the page between pieces of work, in ms. */
const REST_MS = 5
const AT_ONCE = 20

const bytesOf = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
const hexOf = (bytes: ArrayBuffer) =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** Finds the counter by which PBKDF2 gives a key that begins with the prefix. */
async function solve({ parameters: { cost, keyLength, keyPrefix, nonce, salt } }: Challenge) {
  const password = new Uint8Array([...bytesOf(nonce), 0, 0, 0, 0])
  const counters = new DataView(password.buffer, password.length - 4)
  const how = { name: 'PBKDF2', hash: 'SHA-256', iterations: cost, salt: bytesOf(salt) }
  for (let counter = 0; ; counter += 1) {
    counters.setUint32(0, counter)
    const key = await crypto.subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits'])
    const derivedKey = hexOf(await crypto.subtle.deriveBits(how, key, keyLength * 8))
    if (derivedKey.startsWith(keyPrefix)) return { counter, derivedKey }
    if (counter % AT_ONCE === 0) await new Promise((resolve) => setTimeout(resolve, REST_MS))
  }
}

async function fill(field: HTMLInputElement) {
  const { challenge: path = '' } = field.dataset
  try {
    const challenge = await (await fetch(path)).json()
    const solution = await solve(challenge)
    field.dataset.solved = btoa(JSON.stringify({ challenge, solution }))
    setTimeout(() => field.isConnected && fill(field), RENEW_MS)
  } catch {
    // Sent without.
  }
}

function fillAll() {
  if (!globalThis.crypto?.subtle) return
  for (const field of document.querySelectorAll<HTMLInputElement>('[data-challenge]:not([data-begun])')) {
    field.dataset.begun = ''
    fill(field)
  }
}

// Before the script that sends forms sees it.
addEventListener(
  'submit',
  ({ target }) => {
    const form = target as HTMLFormElement
    const field = form.querySelector<HTMLInputElement>('[data-challenge]')
    // One that is sent again without an answer must say the same, so that it counts once.
    if (!field || 'sent' in form.dataset) return
    form.dataset.sent = ''
    field.value = field.dataset.solved ?? ''
  },
  true,
)

fillAll()
// The answer to a form replaces the body.
new MutationObserver(fillAll).observe(document.documentElement, { childList: true })
