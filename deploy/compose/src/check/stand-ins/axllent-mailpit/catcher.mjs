// The part of Mailpit that the walk needs: SMTP with STARTTLS, and the list of messages.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { SMTPServer } from 'smtp-server'

const { MP_SMTP_TLS_KEY, MP_SMTP_TLS_CERT } = process.env
const messages = []

async function onData(stream, session, done) {
  await stream.toArray()
  messages.unshift({ To: session.envelope.rcptTo.map(({ address }) => ({ Address: address })) })
  done()
}

const tls = { key: readFileSync(MP_SMTP_TLS_KEY), cert: readFileSync(MP_SMTP_TLS_CERT) }
const smtp = new SMTPServer({ ...tls, authOptional: true, onData })
smtp.listen(1025)
const http = createServer((_req, res) => {
  res.setHeader('content-type', 'application/json')
  res.end(JSON.stringify({ total: messages.length, messages }))
})
http.listen(8025)

process.on('SIGTERM', () => {
  smtp.close()
  http.close()
})
