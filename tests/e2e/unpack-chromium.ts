import { join } from 'node:path'
import packaged, { inflate } from '@sparticuz/chromium'
import { repository } from '@usher/local'

// Unpacks the packaged Chromium and its libraries into TMPDIR, the only place it supports.
await packaged.executablePath()
await inflate(join(repository, 'node_modules/@sparticuz/chromium/bin/al2023.tar.br'))
