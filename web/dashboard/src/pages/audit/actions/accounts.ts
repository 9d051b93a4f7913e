import { msg } from '@lingui/core/macro'
import type { Actions } from './types.ts'

/** On the organisation, its members and their sign-in. */
export const ACCOUNT_ACTIONS: Actions = {
  signUp: {
    name: msg`Sign up`,
    done: msg`{who} signed up`,
    tried: msg`{who} tried to sign up`,
  },
  endSession: {
    name: msg`End a session`,
    done: msg`{who} ended a session`,
    tried: msg`{who} tried to end a session`,
  },
  updateMe: {
    name: msg`Change their name`,
    done: msg`{who} changed their name`,
    tried: msg`{who} tried to change their name`,
  },
  reportPageError: {
    name: msg`Report a page error`,
    done: msg`{who} reported a page error`,
    tried: msg`{who} tried to report a page error`,
  },
  verifyEmail: {
    name: msg`Verify their e-mail address`,
    done: msg`{who} verified their e-mail address`,
    tried: msg`{who} tried to verify their e-mail address`,
  },
  requestPasswordReset: {
    name: msg`Ask for a new password`,
    done: msg`{who} asked for a new password`,
    tried: msg`{who} tried to ask for a new password`,
  },
  confirmPasswordReset: {
    name: msg`Set a new password`,
    done: msg`{who} set a new password`,
    tried: msg`{who} tried to set a new password`,
  },
  beginSecondFactor: {
    name: msg`Start to set up two-step sign-in`,
    done: msg`{who} started to set up two-step sign-in`,
    tried: msg`{who} tried to set up two-step sign-in`,
  },
  confirmSecondFactor: {
    name: msg`Turn on two-step sign-in`,
    done: msg`{who} turned on two-step sign-in`,
    tried: msg`{who} tried to turn on two-step sign-in`,
  },
  removeSecondFactor: {
    name: msg`Turn off two-step sign-in`,
    done: msg`{who} turned off two-step sign-in`,
    tried: msg`{who} tried to turn off two-step sign-in`,
  },
  renewRecoveryCodes: {
    name: msg`Renew their recovery codes`,
    done: msg`{who} renewed their recovery codes`,
    tried: msg`{who} tried to renew their recovery codes`,
  },
  replaceLogo: {
    name: msg`Upload a logo`,
    done: msg`{who} uploaded a logo`,
    tried: msg`{who} tried to upload a logo`,
  },
  deleteLogo: {
    name: msg`Remove the logo`,
    done: msg`{who} removed the logo`,
    tried: msg`{who} tried to remove the logo`,
  },
  createInvitation: {
    name: msg`Invite a member`,
    done: msg`{who} invited <link>a member</link>`,
    tried: msg`{who} tried to invite <link>a member</link>`,
  },
  withdrawInvitation: {
    name: msg`Withdraw an invitation`,
    done: msg`{who} withdrew <link>an invitation</link>`,
    tried: msg`{who} tried to withdraw <link>an invitation</link>`,
  },
  acceptInvitation: {
    name: msg`Accept an invitation`,
    done: msg`{who} accepted <link>an invitation</link>`,
    tried: msg`{who} tried to accept <link>an invitation</link>`,
  },
  updateMember: {
    name: msg`Change a member`,
    done: msg`{who} changed <link>a member</link>`,
    tried: msg`{who} tried to change <link>a member</link>`,
  },
  removeMember: {
    name: msg`Remove a member`,
    done: msg`{who} removed <link>a member</link>`,
    tried: msg`{who} tried to remove <link>a member</link>`,
  },
  updateOrganization: {
    name: msg`Change the organisation`,
    done: msg`{who} changed <link>the organisation</link>`,
    tried: msg`{who} tried to change <link>the organisation</link>`,
  },
  createPrivacyRequest: {
    name: msg`Request an export or erasure`,
    done: msg`{who} requested <link>an export or erasure</link>`,
    tried: msg`{who} tried to request <link>an export or erasure</link>`,
  },
  signIn: {
    name: msg`Sign in`,
    done: msg`{who} signed in`,
    tried: msg`{who} tried to sign in`,
  },
  signOut: {
    name: msg`Sign out`,
    done: msg`{who} signed out`,
    tried: msg`{who} tried to sign out`,
  },
  changePassword: {
    name: msg`Change their password`,
    done: msg`{who} changed their password`,
    tried: msg`{who} tried to change their password`,
  },
}
