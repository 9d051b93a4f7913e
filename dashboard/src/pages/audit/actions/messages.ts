import { msg } from '@lingui/core/macro'
import type { Actions } from './types.ts'

/** On messages, their templates and how they are sent. */
export const MESSAGE_ACTIONS: Actions = {
  receiveSandboxReply: [
    msg`Send a test reply`,
    msg`{who} sent a test reply`,
    msg`{who} tried to send a test reply`,
  ],
  previewTemplate: [
    msg`Preview a template`,
    msg`{who} previewed a template`,
    msg`{who} tried to preview a template`,
  ],
  testMessageProvider: [
    msg`Test a message provider`,
    msg`{who} tested <link>a message provider</link>`,
    msg`{who} tried to test <link>a message provider</link>`,
  ],
  sendNotification: [
    msg`Send a message`,
    msg`{who} sent <link>a message</link>`,
    msg`{who} tried to send <link>a message</link>`,
  ],
  updateNotificationSettings: [
    msg`Change message sending`,
    msg`{who} changed message sending`,
    msg`{who} tried to change message sending`,
  ],
  createOptOut: [
    msg`Add an opt-out`,
    msg`{who} added <link>an opt-out</link>`,
    msg`{who} tried to add <link>an opt-out</link>`,
  ],
  deleteOptOut: [
    msg`Delete an opt-out`,
    msg`{who} deleted <link>an opt-out</link>`,
    msg`{who} tried to delete <link>an opt-out</link>`,
  ],
  createTemplate: [
    msg`Create a template`,
    msg`{who} created <link>a template</link>`,
    msg`{who} tried to create <link>a template</link>`,
  ],
  updateTemplate: [
    msg`Change a template`,
    msg`{who} changed <link>a template</link>`,
    msg`{who} tried to change <link>a template</link>`,
  ],
  deleteTemplate: [
    msg`Delete a template`,
    msg`{who} deleted <link>a template</link>`,
    msg`{who} tried to delete <link>a template</link>`,
  ],
  createMessageProvider: [
    msg`Add a message provider`,
    msg`{who} added <link>a message provider</link>`,
    msg`{who} tried to add <link>a message provider</link>`,
  ],
  updateMessageProvider: [
    msg`Change a message provider`,
    msg`{who} changed <link>a message provider</link>`,
    msg`{who} tried to change <link>a message provider</link>`,
  ],
  deleteMessageProvider: [
    msg`Delete a message provider`,
    msg`{who} deleted <link>a message provider</link>`,
    msg`{who} tried to delete <link>a message provider</link>`,
  ],
  subscribeToPush: [
    msg`Turn on notifications in the browser`,
    msg`{who} turned on notifications in their browser`,
    msg`{who} tried to turn on notifications in their browser`,
  ],
  unsubscribeFromPush: [
    msg`Turn off notifications in the browser`,
    msg`{who} turned off notifications in their browser`,
    msg`{who} tried to turn off notifications in their browser`,
  ],
}
