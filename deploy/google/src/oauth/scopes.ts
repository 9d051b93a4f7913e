const AUTH = 'https://www.googleapis.com/auth/'

/** Google's scope descriptions for the consent page: https://developers.google.com/identity/protocols/oauth2/scopes */
export const SCOPES: Readonly<Record<string, string>> = {
  openid: 'Associate you with your personal info on Google',
  email: 'See your primary Google Account email address',
  profile: 'See your personal info, including any personal info you have made publicly available',
  [`${AUTH}userinfo.email`]: 'See your primary Google Account email address',
  [`${AUTH}userinfo.profile`]: 'See your personal info',
  [`${AUTH}calendar`]: 'See, edit, share, and permanently delete all the calendars you can access',
  [`${AUTH}calendar.readonly`]: 'See and download any calendar you can access',
  [`${AUTH}calendar.events`]: 'View and edit events on all your calendars',
  [`${AUTH}calendar.events.readonly`]: 'View events on all your calendars',
  [`${AUTH}calendar.events.owned`]: 'See, create, change, and delete events on calendars you own',
  [`${AUTH}calendar.calendarlist`]: 'See, add, and remove calendars you are subscribed to',
  [`${AUTH}calendar.calendarlist.readonly`]: 'See the list of calendars you are subscribed to',
  [`${AUTH}calendar.calendars.readonly`]: 'See the title, description, default time zone of your calendars',
  [`${AUTH}calendar.freebusy`]: 'View your availability in your calendars',
}

const anyOf = (...names: string[]): readonly string[] => names.map((name) => AUTH + name)

/** The scopes that each operation accepts, from the "Authorization" part of its reference page. */
export const needed = {
  listCalendars: anyOf(
    'calendar',
    'calendar.readonly',
    'calendar.calendarlist',
    'calendar.calendarlist.readonly',
  ),
  getCalendar: anyOf('calendar', 'calendar.readonly', 'calendar.calendars.readonly'),
  readEvents: anyOf(
    'calendar',
    'calendar.readonly',
    'calendar.events',
    'calendar.events.readonly',
    'calendar.events.owned',
  ),
  writeEvents: anyOf('calendar', 'calendar.events', 'calendar.events.owned'),
  freeBusy: anyOf('calendar', 'calendar.readonly', 'calendar.freebusy'),
} as const
