import { msg } from '@lingui/core/macro'
import type { Actions } from './types.ts'

/** On the organisation, its members and their sign-in. */
export const ACCOUNT_ACTIONS: Actions = {
  signUp: [msg`Sign up`, msg`{who} signed up`, msg`{who} tried to sign up`],
  endSession: [msg`End a session`, msg`{who} ended a session`, msg`{who} tried to end a session`],
  updateMe: [msg`Change their name`, msg`{who} changed their name`, msg`{who} tried to change their name`],
  reportPageError: [
    msg`Report a page error`,
    msg`{who} reported a page error`,
    msg`{who} tried to report a page error`,
  ],
  verifyEmail: [
    msg`Verify their e-mail address`,
    msg`{who} verified their e-mail address`,
    msg`{who} tried to verify their e-mail address`,
  ],
  requestPasswordReset: [
    msg`Ask for a new password`,
    msg`{who} asked for a new password`,
    msg`{who} tried to ask for a new password`,
  ],
  confirmPasswordReset: [
    msg`Set a new password`,
    msg`{who} set a new password`,
    msg`{who} tried to set a new password`,
  ],
  beginSecondFactor: [
    msg`Start to set up two-step sign-in`,
    msg`{who} started to set up two-step sign-in`,
    msg`{who} tried to set up two-step sign-in`,
  ],
  confirmSecondFactor: [
    msg`Turn on two-step sign-in`,
    msg`{who} turned on two-step sign-in`,
    msg`{who} tried to turn on two-step sign-in`,
  ],
  removeSecondFactor: [
    msg`Turn off two-step sign-in`,
    msg`{who} turned off two-step sign-in`,
    msg`{who} tried to turn off two-step sign-in`,
  ],
  renewRecoveryCodes: [
    msg`Renew their recovery codes`,
    msg`{who} renewed their recovery codes`,
    msg`{who} tried to renew their recovery codes`,
  ],
  replaceLogo: [msg`Upload a logo`, msg`{who} uploaded a logo`, msg`{who} tried to upload a logo`],
  deleteLogo: [msg`Remove the logo`, msg`{who} removed the logo`, msg`{who} tried to remove the logo`],
  createInvitation: [
    msg`Invite a member`,
    msg`{who} invited <link>a member</link>`,
    msg`{who} tried to invite <link>a member</link>`,
  ],
  withdrawInvitation: [
    msg`Withdraw an invitation`,
    msg`{who} withdrew <link>an invitation</link>`,
    msg`{who} tried to withdraw <link>an invitation</link>`,
  ],
  acceptInvitation: [
    msg`Accept an invitation`,
    msg`{who} accepted <link>an invitation</link>`,
    msg`{who} tried to accept <link>an invitation</link>`,
  ],
  updateMember: [
    msg`Change a member`,
    msg`{who} changed <link>a member</link>`,
    msg`{who} tried to change <link>a member</link>`,
  ],
  removeMember: [
    msg`Remove a member`,
    msg`{who} removed <link>a member</link>`,
    msg`{who} tried to remove <link>a member</link>`,
  ],
  updateOrganization: [
    msg`Change the organisation`,
    msg`{who} changed <link>the organisation</link>`,
    msg`{who} tried to change <link>the organisation</link>`,
  ],
  createPrivacyRequest: [
    msg`Request an export or erasure`,
    msg`{who} requested <link>an export or erasure</link>`,
    msg`{who} tried to request <link>an export or erasure</link>`,
  ],
  signIn: [msg`Sign in`, msg`{who} signed in`, msg`{who} tried to sign in`],
  signOut: [msg`Sign out`, msg`{who} signed out`, msg`{who} tried to sign out`],
  changePassword: [
    msg`Change their password`,
    msg`{who} changed their password`,
    msg`{who} tried to change their password`,
  ],
}
