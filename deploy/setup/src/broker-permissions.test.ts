import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { EVENT_HINTS, eventQueuesOf } from '@usher/contracts'
import { processNames, repository } from '@usher/local'
import { permissionsOf } from './broker-permissions.ts'

test('a process may bind exactly the events of its queues and hints', () => {
  expect(permissionsOf('test-clocks').subscribe).toBe(
    '^(organization\\.created|organization\\.updated|privacy\\.requested)$',
  )
  // A hint of the queue service, as it has no queue with this event.
  expect(permissionsOf('queue').subscribe).toContain('|queue_line\\.changed|')
})

test.each(processNames)('%s consumes each queue and hint that its permissions follow from', async (name) => {
  const folder = join(repository, name === 'gateway' ? name : `services/${name}`, 'src')
  const texts: string[] = []
  for await (const path of glob(`${folder}/**/*.ts`)) texts.push(await readFile(path, 'utf8'))
  const source = texts.join('')
  const isConsumed = (queue: string) =>
    source.includes(`eventQueue('${queue}')`) ||
    (queue === `${name}.privacy` && source.includes('startPrivacy('))
  expect(eventQueuesOf(name).filter((queue) => !isConsumed(queue))).toEqual([])
  if (name in EVENT_HINTS) expect(source).toContain(`EVENT_HINTS.${name}`)
})
