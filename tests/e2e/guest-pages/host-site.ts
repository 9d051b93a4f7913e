import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Pages of another site, by path, that each hold the tag for a booking page. */
const LAYOUTS = {
  flex: (tag: string) =>
    `<div style="display:flex;align-items:stretch"><aside style="flex:0 0 200px">Menu</aside><div style="flex:1;min-width:0">${tag}</div></div>`,
  column: (tag: string) =>
    `<div style="display:flex;flex-direction:column;height:300px"><h2>Book</h2>${tag}<p>Below</p></div>`,
  grid: (tag: string) =>
    `<div style="display:grid;grid-template-columns:1fr 2fr;gap:20px"><p>Menu</p><div>${tag}</div></div>`,
  tab: (tag: string) =>
    `<button onclick="panel.style.display='block'">Show</button><div id="panel" style="display:none">${tag}</div>`,
  dialog: (tag: string) =>
    `<button onclick="box.showModal()">Show</button><dialog id="box" style="width:400px">${tag}</dialog>`,
  zoom: (tag: string) => `<div style="zoom:1.5">${tag}</div>`,
  phone: (tag: string) => `<main style="padding:8px">${tag}</main>`,
  two: (tag: string) => `<section>${tag}</section><section>${tag}</section>`,
  lazy: (tag: string) => `<div style="height:5000px">Long ago</div><footer>${tag}</footer>`,
} as const

export type Layout = keyof typeof LAYOUTS

/** A site that shows a booking page by `/embed.js`: by script (`/flex`) or by an element (`/flex?div`). */
export async function startHostSite(usherUrl: string) {
  let data = ''
  const src = `${usherUrl}/embed.js`
  const server = createServer((req, res) => {
    const url = new URL(req.url ?? '', 'http://host')
    const isDiv = url.searchParams.has('div')
    const tag = isDiv ? `<div ${data}></div>` : `<script async src="${src}" ${data}></script>`
    const body = LAYOUTS[url.pathname.slice(1) as Layout]?.(tag)
    res.writeHead(body ? 200 : 404, { 'content-type': 'text/html' }).end(
      `<!doctype html><html lang="en"><head><meta name="viewport" content="width=device-width"><title>Host</title></head>
<body style="margin:0">${body}${isDiv ? `<script src="${src}"></script>` : ''}</body></html>`,
    )
  }).listen(0)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    /** The origin that booking pages allow. */
    origin: `http://localhost:${port}`,
    /** The same pages at an origin that they do not. */
    otherOrigin: `http://127.0.0.1:${port}`,
    show: (attributes: string) => {
      data = attributes
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
