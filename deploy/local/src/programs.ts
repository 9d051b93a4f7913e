import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The full path of a program on the PATH, or undefined. */
export function findOnPath(program: string, env: NodeJS.ProcessEnv = process.env): string | undefined {
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  return folders.map((folder) => join(folder, program)).find(isExecutable)
}

/** Whether this path is an executable file. */
export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
