import { Agent } from 'node:http'
import express from 'express'
import { createProxyServer } from 'http-proxy-3'
import { serve } from './serve.ts'

/** The usual Node proxy without any of a gateway's duties: Express and http-proxy-3, with keep-alive. */
const proxy = createProxyServer({
  target: process.env.UPSTREAM_URL as string,
  agent: new Agent({ keepAlive: true }),
})
proxy.on('error', (_error, _req, res) => {
  if ('writeHead' in res) res.writeHead(502).end()
})

const app = express()
app.use((req, res) => {
  void proxy.web(req, res)
})
serve(app)
