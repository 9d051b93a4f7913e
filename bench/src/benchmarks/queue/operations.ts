import type { Guest } from '@usher/contracts'
import { guestDetails, type KnownQueue } from './fill.ts'

/** Fewer than wait in the smallest queue, so that pages have the same size in all of them. */
export const PAGE = 5

/** A queue with a cursor to the page in its middle. */
export interface MeasuredQueue extends KnownQueue {
  readonly middle: string
}

/** One request and its expected response. */
interface Step {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: object
  /** Updates the known line and returns whether the response matches it. */
  // biome-ignore lint/suspicious/noExplicitAny: each step knows what it asked for
  fits(answer: any): boolean
}

type Operation = (queue: MeasuredQueue) => Step

/** The measured operations, in this order: an add and a seat leave the line as long as before. */
export const OPERATIONS: Readonly<Record<string, Operation>> = {
  add,
  'seat from the middle': seatFromTheMiddle,
  move,
  'get one': getOne,
  'first page': (queue) => page(queue, ''),
  'page from the middle': (queue) => page(queue, `&cursor=${encodeURIComponent(queue.middle)}`),
}

let added = 500_000

function add({ id, waiting }: MeasuredQueue): Step {
  added += 1
  return {
    method: 'POST',
    path: `/v1/queues/${id}/guests`,
    body: guestDetails(added),
    fits: (guest: Guest) => waiting.push(guest.id) === guest.position,
  }
}

function seatFromTheMiddle({ waiting }: MeasuredQueue): Step {
  const [id] = waiting.splice(waiting.length >> 1, 1)
  return { method: 'POST', path: `/v1/guests/${id}/seat`, fits: ({ status }: Guest) => status === 'seated' }
}

/** From any place to any other: always the same place would be a special case. */
function move({ waiting }: MeasuredQueue): Step {
  const from = anyIndex(waiting)
  const to = (from + 1 + Math.floor(Math.random() * (waiting.length - 1))) % waiting.length
  const [id = ''] = waiting.splice(from, 1)
  waiting.splice(to, 0, id)
  return {
    method: 'POST',
    path: `/v1/guests/${id}/move`,
    body: { position: to + 1 },
    fits: ({ position }: Guest) => position === to + 1,
  }
}

function getOne({ waiting }: MeasuredQueue): Step {
  const index = anyIndex(waiting)
  const path = `/v1/guests/${waiting[index]}`
  return { method: 'GET', path, fits: ({ position }: Guest) => position === index + 1 }
}

function page({ id, waiting }: MeasuredQueue, cursor: string): Step {
  return {
    method: 'GET',
    path: `/v1/queues/${id}/guests?limit=${PAGE}${cursor}`,
    fits({ data }: { data: Guest[] }) {
      const first = data[0]?.position ?? 1
      return data.every(({ id, position }, i) => position === first + i && waiting[first + i - 1] === id)
    },
  }
}

const anyIndex = ({ length }: readonly unknown[]) => Math.floor(Math.random() * length)
