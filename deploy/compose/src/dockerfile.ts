import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { repository } from '@usher/local'

/** The base image of Usher's images, as deploy/images/Dockerfile names it. */
export async function baseImage(): Promise<string> {
  const text = await readFile(join(repository, 'deploy/images/Dockerfile'), 'utf8')
  const image = text.match(/^ARG NODE_IMAGE=(\S+)$/m)?.[1]
  if (image === undefined) throw new Error('deploy/images/Dockerfile names no NODE_IMAGE')
  return image
}
