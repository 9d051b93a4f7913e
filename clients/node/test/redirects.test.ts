import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { clientCredentials } from '@usher/sdk'
import { startReceiver } from '@usher/test-kit'

test('attack: a token request that is redirected fails, and the client secret is not sent on', async () => {
  await using elsewhere = await startReceiver()
  const server = createServer((req, res) => {
    req.resume()
    res.writeHead(307, { location: elsewhere.url }).end()
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const token = clientCredentials({ baseUrl, clientId: 'oac_1', clientSecret: 'ucs_1', scopes: [] })
  await expect(token()).rejects.toMatchObject({ name: 'UsherError', status: 307 })
  expect(elsewhere.received).toEqual([])
})
