import { existsSync } from 'node:fs'
import { type FileHandle, mkdir, open, readFile, rename } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Opens a log for a new run; the previous one is kept as `….1`. */
export async function openLog(file: string): Promise<FileHandle> {
  await mkdir(dirname(file), { recursive: true })
  if (existsSync(file)) await rename(file, `${file}.1`)
  return open(file, 'a', 0o600)
}

/** The end of a log as readable text: message and error of JSON lines, other lines unchanged. */
export async function tailOfLog(file: string, lines = 12): Promise<string> {
  const content = await readFile(file, 'utf8').catch(() => '')
  return content.trimEnd().split('\n').slice(-lines).map(readableLine).join('\n')
}

function readableLine(line: string): string {
  try {
    const { msg, err } = JSON.parse(line) as { msg?: string; err?: { message?: string } }
    if (msg === undefined) return line
    return err?.message === undefined ? msg : `${msg}: ${err.message}`
  } catch {
    return line
  }
}
