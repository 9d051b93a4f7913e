import { msg } from '@lingui/core/macro'
import type { QueueActions } from './types.ts'

/** On queues, which are named. */
export const QUEUE_ACTIONS: QueueActions = {
  createQueue: [
    msg`Create a queue`,
    msg`{who} created a queue`,
    msg`{who} tried to create a queue`,
    msg`{who} created {queue}`,
    msg`{who} tried to create {queue}`,
  ],
  updateQueue: [
    msg`Change a queue`,
    msg`{who} changed a queue`,
    msg`{who} tried to change a queue`,
    msg`{who} changed {queue}`,
    msg`{who} tried to change {queue}`,
  ],
  deleteQueue: [
    msg`Delete a queue`,
    msg`{who} deleted a queue`,
    msg`{who} tried to delete a queue`,
    msg`{who} deleted {queue}`,
    msg`{who} tried to delete {queue}`,
  ],
  pauseQueue: [
    msg`Pause a queue`,
    msg`{who} paused a queue`,
    msg`{who} tried to pause a queue`,
    msg`{who} paused {queue}`,
    msg`{who} tried to pause {queue}`,
  ],
  resumeQueue: [
    msg`Resume a queue`,
    msg`{who} resumed a queue`,
    msg`{who} tried to resume a queue`,
    msg`{who} resumed {queue}`,
    msg`{who} tried to resume {queue}`,
  ],
  countFreePlaces: [
    msg`Count the free places`,
    msg`{who} counted the free places`,
    msg`{who} tried to count the free places`,
    msg`{who} counted the free places of {queue}`,
    msg`{who} tried to count the free places of {queue}`,
  ],
  announceToQueue: [
    msg`Message everybody in line`,
    msg`{who} messaged everybody in line`,
    msg`{who} tried to message everybody in line`,
    msg`{who} messaged everybody in line in {queue}`,
    msg`{who} tried to message everybody in line in {queue}`,
  ],
  updateQueueMessages: [
    msg`Change the messages`,
    msg`{who} changed the messages`,
    msg`{who} tried to change the messages`,
    msg`{who} changed the messages of {queue}`,
    msg`{who} tried to change the messages of {queue}`,
  ],
}
