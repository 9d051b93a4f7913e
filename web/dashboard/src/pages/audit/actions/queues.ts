import { msg } from '@lingui/core/macro'
import type { QueueActions } from './types.ts'

/** On queues, which are named. */
export const QUEUE_ACTIONS: QueueActions = {
  createQueue: {
    name: msg`Create a queue`,
    done: msg`{who} created a queue`,
    tried: msg`{who} tried to create a queue`,
    doneIn: msg`{who} created {queue}`,
    triedIn: msg`{who} tried to create {queue}`,
  },
  updateQueue: {
    name: msg`Change a queue`,
    done: msg`{who} changed a queue`,
    tried: msg`{who} tried to change a queue`,
    doneIn: msg`{who} changed {queue}`,
    triedIn: msg`{who} tried to change {queue}`,
  },
  deleteQueue: {
    name: msg`Delete a queue`,
    done: msg`{who} deleted a queue`,
    tried: msg`{who} tried to delete a queue`,
    doneIn: msg`{who} deleted {queue}`,
    triedIn: msg`{who} tried to delete {queue}`,
  },
  pauseQueue: {
    name: msg`Pause a queue`,
    done: msg`{who} paused a queue`,
    tried: msg`{who} tried to pause a queue`,
    doneIn: msg`{who} paused {queue}`,
    triedIn: msg`{who} tried to pause {queue}`,
  },
  resumeQueue: {
    name: msg`Resume a queue`,
    done: msg`{who} resumed a queue`,
    tried: msg`{who} tried to resume a queue`,
    doneIn: msg`{who} resumed {queue}`,
    triedIn: msg`{who} tried to resume {queue}`,
  },
  countFreePlaces: {
    name: msg`Count the free places`,
    done: msg`{who} counted the free places`,
    tried: msg`{who} tried to count the free places`,
    doneIn: msg`{who} counted the free places of {queue}`,
    triedIn: msg`{who} tried to count the free places of {queue}`,
  },
  announceToQueue: {
    name: msg`Message everybody in line`,
    done: msg`{who} messaged everybody in line`,
    tried: msg`{who} tried to message everybody in line`,
    doneIn: msg`{who} messaged everybody in line in {queue}`,
    triedIn: msg`{who} tried to message everybody in line in {queue}`,
  },
  updateQueueMessages: {
    name: msg`Change the messages`,
    done: msg`{who} changed the messages`,
    tried: msg`{who} tried to change the messages`,
    doneIn: msg`{who} changed the messages of {queue}`,
    triedIn: msg`{who} tried to change the messages of {queue}`,
  },
}
