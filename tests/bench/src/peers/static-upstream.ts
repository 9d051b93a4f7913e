import { serve } from './serve.ts'

const guest = JSON.stringify({
  id: 'gst_01k6b3v5xeft8b2x9w7q4rmn0p',
  name: 'Ada Lovelace',
  phone: '+12125550100',
  party_size: 4,
  position: 7,
  estimated_wait: 35,
  status: 'waiting',
  created_at: '2026-01-05T12:00:00.000Z',
  queue_id: 'q_01k6b3v5xeft8b2x9w7q4rmn0q',
  quoted_wait: 40,
  notes: null,
  updated_at: '2026-01-05T12:00:00.000Z',
  notified_at: null,
  seated_at: null,
  no_show_at: null,
})

const headers = {
  'content-type': 'application/json; charset=utf-8',
  'content-length': Buffer.byteLength(guest),
  etag: '"1-7"',
}

/** The upstream of the gateways being compared: answers every request with the same guest. */
serve((_req, res) => {
  res.writeHead(200, headers).end(guest)
})
