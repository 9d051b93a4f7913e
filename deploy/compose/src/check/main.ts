import { runMain } from '@usher/local'
import { baseImage } from '../dockerfile.ts'
import { demoOf } from './api.ts'
import { areConfined, keepToThemselves } from './confinement.ts'
import { keepsLogsPrivate, passesEndToEnd } from './end-to-end.ts'
import { provideEngine } from './engine.ts'
import { imageSizes, startTimes } from './figures.ts'
import { checkChart } from './manifests.ts'
import { officialImages, openProject } from './project.ts'
import { startReceiver } from './receiver.ts'
import { isReproducible } from './reproducible.ts'
import { keepsItsData } from './restart.ts'
import { sharesDeliveries } from './sharing.ts'
import { provideImages } from './stand-ins.ts'
import { createSteps } from './steps.ts'
import { findsServersInDocker } from './testcontainers.ts'
import { findCompose } from './tools.ts'
import { until } from './until.ts'
import { walk } from './walk.ts'

/**
 * `npm run test:compose`: builds the images, starts docker-compose.yml on a real Docker engine, walks through the
 * product and checks the Helm chart. Removes everything it created.
 */
await runMain(async ({ signal }) => {
  const log = (line: string) => console.log(line)
  const { step, table, summary } = createSteps(log)
  await using engine = await provideEngine(log)
  const program = await findCompose(log)
  const base = await baseImage()
  await step('the Helm chart', () => checkChart(log))
  await using images = await provideImages(await officialImages(base), engine.env, log)
  log(`Docker ${engine.version}, stand-ins: ${images.standIns.join(', ') || 'none'}`)
  await using project = await openProject(program, engine.env)

  await step('images build', async () => {
    await project.compose('build')
  })
  await step('one image is built twice alike', () => isReproducible(project.env, base))
  await step('compose up', async () => {
    await project.compose('up', '--detach', '--no-build')
    await until('the gateway', async () => (await fetch(`${project.url}/readyz`)).ok)
  })
  await using receiver = await startReceiver(project)
  const demo = await demoOf(project)
  // Run these first: replies go to the guest who joined last with a number.
  await step('end-to-end tests', () => passesEndToEnd(project, demo, signal))
  let queue = ''
  await step('queue, guest, webhook, the guest’s page, message, booking, mail', async () => {
    queue = await walk(project, demo, receiver)
  })
  await step('logs hold nothing personal', () => keepsLogsPrivate(project, demo))
  await step('containers are confined', () => areConfined(project))
  await step('databases are apart', () => keepToThemselves(project))
  await step('--scale webhook-delivery=3', () => sharesDeliveries(project, demo, receiver, queue))
  await step('down and up again', () => keepsItsData(project, demo, queue))
  table('sizes of the images', await imageSizes(project, base))
  table('start times', await startTimes(project))
  await step('npm start finds servers in Docker', () => findsServersInDocker(engine.env))
  return summary()
})
