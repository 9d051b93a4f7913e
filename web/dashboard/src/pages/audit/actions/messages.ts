import { msg } from '@lingui/core/macro'
import type { Actions } from './types.ts'

/** On messages, their templates and how they are sent. */
export const MESSAGE_ACTIONS: Actions = {
  receiveSandboxReply: {
    name: msg`Send a test reply`,
    done: msg`{who} sent a test reply`,
    tried: msg`{who} tried to send a test reply`,
  },
  previewTemplate: {
    name: msg`Preview a template`,
    done: msg`{who} previewed a template`,
    tried: msg`{who} tried to preview a template`,
  },
  testMessageProvider: {
    name: msg`Test a message provider`,
    done: msg`{who} tested <link>a message provider</link>`,
    tried: msg`{who} tried to test <link>a message provider</link>`,
  },
  sendNotification: {
    name: msg`Send a message`,
    done: msg`{who} sent <link>a message</link>`,
    tried: msg`{who} tried to send <link>a message</link>`,
  },
  updateNotificationSettings: {
    name: msg`Change message sending`,
    done: msg`{who} changed message sending`,
    tried: msg`{who} tried to change message sending`,
  },
  createOptOut: {
    name: msg`Add an opt-out`,
    done: msg`{who} added <link>an opt-out</link>`,
    tried: msg`{who} tried to add <link>an opt-out</link>`,
  },
  deleteOptOut: {
    name: msg`Delete an opt-out`,
    done: msg`{who} deleted <link>an opt-out</link>`,
    tried: msg`{who} tried to delete <link>an opt-out</link>`,
  },
  createTemplate: {
    name: msg`Create a template`,
    done: msg`{who} created <link>a template</link>`,
    tried: msg`{who} tried to create <link>a template</link>`,
  },
  updateTemplate: {
    name: msg`Change a template`,
    done: msg`{who} changed <link>a template</link>`,
    tried: msg`{who} tried to change <link>a template</link>`,
  },
  deleteTemplate: {
    name: msg`Delete a template`,
    done: msg`{who} deleted <link>a template</link>`,
    tried: msg`{who} tried to delete <link>a template</link>`,
  },
  createMessageProvider: {
    name: msg`Add a message provider`,
    done: msg`{who} added <link>a message provider</link>`,
    tried: msg`{who} tried to add <link>a message provider</link>`,
  },
  updateMessageProvider: {
    name: msg`Change a message provider`,
    done: msg`{who} changed <link>a message provider</link>`,
    tried: msg`{who} tried to change <link>a message provider</link>`,
  },
  deleteMessageProvider: {
    name: msg`Delete a message provider`,
    done: msg`{who} deleted <link>a message provider</link>`,
    tried: msg`{who} tried to delete <link>a message provider</link>`,
  },
  subscribeToPush: {
    name: msg`Turn on notifications in the browser`,
    done: msg`{who} turned on notifications in their browser`,
    tried: msg`{who} tried to turn on notifications in their browser`,
  },
  unsubscribeFromPush: {
    name: msg`Turn off notifications in the browser`,
    done: msg`{who} turned off notifications in their browser`,
    tried: msg`{who} tried to turn off notifications in their browser`,
  },
}
