import { join } from 'node:path'
import packaged, { inflate } from '@sparticuz/chromium'
import { repository } from '@usher/local'

// Unpacks the packaged Chromium with the libraries it needs into TMPDIR, which is the one place that it knows.
await packaged.executablePath()
await inflate(join(repository, 'node_modules/@sparticuz/chromium/bin/al2023.tar.br'))
