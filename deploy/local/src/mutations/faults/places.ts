import type { Fault } from '../fault.ts'

const QUEUE = 'services/queue/src'
const TESTS = 'services/queue/test'

/** Faults in places in line, their ledger and undo. */
export const PLACE_FAULTS: readonly Fault[] = [
  {
    name: 'end-of-line-forgets-who-left',
    file: `${QUEUE}/line/rank.ts`,
    find: 'if (!next) return rankAfter(tail)',
    replace: 'if (!next) return rankAfter(line.at(line.size - 1)?.rank ?? null)',
    tests: [`${TESTS}/guests.test.ts`, `${TESTS}/transitions.test.ts`, `${TESTS}/any-interleaving.test.ts`],
  },
  {
    name: 'move-counts-the-guest-too',
    file: `${QUEUE}/guests/edits.ts`,
    find: 'rankAt(others, index, queue.tail_rank)',
    replace: 'rankAt(line, index, queue.tail_rank)',
    tests: [`${TESTS}/guests.test.ts`],
  },
  {
    name: 'stale-queue-overwrites-newer',
    file: `${QUEUE}/records/queue-store.ts`,
    find: '{ _id: changed._id, line_version: base.line_version }',
    replace: '{ _id: changed._id }',
    tests: [`${TESTS}/replicas.test.ts`],
  },
  {
    name: 'ledger-takes-transfer-for-move',
    file: `${QUEUE}/engine/ledger-entry.ts`,
    find: 'rank_before: before && !isTransfer ? rankIn(before) : null',
    replace: 'rank_before: before ? rankIn(before) : null',
    tests: [`${TESTS}/transfer.test.ts`, `${TESTS}/timeline.test.ts`, `${TESTS}/any-interleaving.test.ts`],
  },
  {
    name: 'ledger-ends-one-version-early',
    file: `${QUEUE}/records/ledger-record.ts`,
    find: 'ledgerKey(queueId, to + 1)',
    replace: 'ledgerKey(queueId, to)',
    tests: [`${TESTS}/timeline.test.ts`],
  },
  {
    name: 'undo-returns-to-the-end',
    file: `${QUEUE}/guests/transitions.ts`,
    find: 'const rank = rankToReturn(state.line, guest.rank)',
    replace: 'const rank = laterRank(state.queue.tail_rank, guest.rank)',
    tests: [`${TESTS}/transitions.test.ts`],
  },
  {
    name: 'undo-refused-at-30-minutes',
    file: `${QUEUE}/guests/transitions.ts`,
    find: 'guest.left_at.getTime() > UNDO_MINUTES',
    replace: 'guest.left_at.getTime() >= UNDO_MINUTES',
    tests: [`${TESTS}/transitions.test.ts`],
  },
]
