import { runOps } from '@usher/service-kit'
import { accountsOps } from '../../../../../services/accounts/src/ops/definition.ts'

/**
 * Creates organisations with one key each in the accounts database of its environment and prints the keys as a JSON
 * array; runs as a separate process. Argument: how many.
 */
const count = Number(process.argv[2])
const keys: string[] = []
for (let i = 0; i < count; i += 1) {
  const organization = await command('create-organization', '--name', `Bench ${i}`, '--plan', 'development')
  const { api_key: key } = await command(
    'create-key',
    '--organization',
    organization._id ?? '',
    '--name',
    'bench',
  )
  keys.push(key ?? '')
}
console.log(JSON.stringify(keys))

async function command(...args: string[]): Promise<Record<string, string>> {
  let printed = ''
  const out = (text: string) => {
    printed += text
  }
  const code = await runOps(accountsOps, [...args, '--json'], process.env, { out, note: console.error })
  if (code !== 0) throw new Error(`${args[0]} ended with ${code}`)
  return JSON.parse(printed)
}
