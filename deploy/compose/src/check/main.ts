import assert from 'node:assert/strict'
import { runMain } from '@usher/local'
import { apiClient, startReceiver, until } from '@usher/test-kit'
import { areConfined, keepDataApart } from './confinement.ts'
import { openProject } from './project.ts'
import { type Demo, walk } from './walk.ts'

/** Without the demo's job: `--wait` fails if a container ends, unless another waits for its end. */
const UP = ['up', '--no-build', '--wait', '--wait-timeout', '300', 'gateway', 'mail']
/** Names, modes, times and contents of all files that Usher adds to an image. */
const SUM = `find /usher -type f -printf '%p %m %T@ ' -exec sha256sum {} \\; | sort | sha256sum`

/** `npm run test:compose`: builds the images and uses docker-compose.yml on the Docker engine that answers. */
await runMain(async () => {
  await using project = await openProject()
  const { compose, url } = project
  await compose('build')
  await compose(...UP)
  const demo: Demo = JSON.parse(await compose('run', '--rm', '--no-deps', '-T', 'demo'))
  await areConfined(project)
  await keepDataApart(project)
  await using receiver = await startReceiver(0, await project.addressOutside())
  const queue = await walk(project, demo, receiver)

  const guests = async () => {
    const { body } = await apiClient(url, demo.api_key)('GET', `/v1/queues/${queue}/guests`)
    return body.data?.length as number | undefined
  }
  assert.equal(await guests(), 1, 'one guest is in the queue')
  await compose('down', '--timeout', '15')
  await compose(...UP)
  assert.equal(await until('the queue', guests), 1, 'guests outlast the containers')

  const sum = () => compose('run', '--rm', '--no-deps', '-T', 'webhook-delivery', 'sh', '-c', SUM)
  const first = await sum()
  await compose('build', '--no-cache', 'webhook-delivery')
  assert.equal(await sum(), first, 'an image built again has the same files')
  console.log('docker-compose.yml works')
  return 0
})
