import { serve } from './serve.ts'

/** Acknowledges every post at once; `GET /count` returns the number of posts. */
let count = 0

serve((req, res) => {
  if (req.method === 'GET') {
    res.end(req.url === '/count' ? String(count) : '')
    return
  }
  req.resume().on('end', () => {
    count += 1
    res.writeHead(200, { 'content-length': '0' }).end()
  })
})
