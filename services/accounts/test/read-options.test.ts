import { readOptions } from '@usher/service-kit'
import { accountsOps } from '../src/ops/definition.ts'

const ORGANIZATION = 'org_01h455vb4pex5vsknk084sn02q'

function read(name: string, ...args: string[]) {
  const command = accountsOps.commands?.[name]
  if (!command) throw new Error(`there is no command ${name}`)
  return readOptions(command.schema, args)
}

describe('the options of an operator command', () => {
  test('are read from the arguments, with defaults for the others', () => {
    expect(read('create-organization', '--name', ' Demo Bistro ', '--country=DE')).toMatchObject({
      name: 'Demo Bistro',
      country: 'DE',
      plan: 'standard',
    })
    expect(read('create-organization', '--name=-')).toMatchObject({ name: '-' })
  })

  test.each([
    ['create-organization', [], '--name is required'],
    ['create-organization', ['--name', ' '], '--name must not be empty'],
    ['create-organization', ['--name', 'x'.repeat(101)], '--name must have at most 100 characters'],
    ['create-organization', ['--name'], '--name needs a value.'],
    ['create-organization', ['--name', '--plan', 'standard'], /^--name needs a value\. .*--name=-…$/],
    ['create-organization', ['--name', 'a', '--plan', 'gold'], '--plan must be one of standard, development'],
    ['create-organization', ['--nmae', 'a'], 'There is no option --nmae.'],
    [
      'create-organization',
      ['--name', 'Demo', 'Bistro'],
      '"Bistro" belongs to no option. Put a value that has spaces in quotes.',
    ],
    ['create-key', [], '--organization is required\n--name is required'],
    [
      'create-key',
      ['--organization', ORGANIZATION, '--name', 'a', '--scopes', 'queues:read,all'],
      /^--scopes must be some of queues:read, .*; "all" is none$/,
    ],
    ['revoke-key', ['--key', ORGANIZATION], '--key must be an identifier starting with key_'],
    ['early-access', ['--organization', ORGANIZATION], 'Give either --on or --off.'],
    ['early-access', ['--organization', ORGANIZATION, '--on=yes'], '--on takes no value.'],
  ])('%s with %j reports exactly what is wrong', (name, args, words) => {
    expect(read(name, ...args)).toEqual(typeof words === 'string' ? words : expect.stringMatching(words))
  })
})
