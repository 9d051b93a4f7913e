import { memberInvited, memberPasswordResetRequested } from '@usher/contracts'
import { newEvent, newId } from '@usher/service-kit'
import { mailOf } from './mail-text.ts'

const LINK = 'https://usher.test/accept-invitation?token=x'
const EXPIRES = '2026-11-23T12:00:00.000Z'
const FACTS = { sequence: 1, time: new Date(EXPIRES) }
const origin = { organizationId: newId('organization'), actor: 'anonymous', requestId: 'test' }

const invitationBy = (organization_name: string, invited_by = organization_name) => {
  const id = newId('invitation')
  const details = { organization_name, invited_by, email: 'bob@usher.test', role: 'host' as const }
  const data = { id, ...details, link: LINK, expires_at: EXPIRES }
  return mailOf(newEvent(memberInvited, { subject: id, ...FACTS, origin, data }))
}

const linksIn = (text: string) => text.match(/\S+[.。．｡]\p{L}{2}\S*|\S+:\/\/\S+/gu)

describe('attack: put a link of one’s own into a mail of the installation', () => {
  test.each([
    'Prize: https://evil.example/pay',
    'Win at evil.example',
    'ask me@evil.example',
    'evil．com bit。ly',
    'Bar\r\nhttps://evil.example',
  ])('the invitation of an organisation named %j has no link but the invitation itself', (name) => {
    const { subject, text } = invitationBy(name)
    expect(linksIn(text)).toEqual([LINK])
    expect(linksIn(subject)).toBeNull()
    expect(subject).not.toMatch(/[\r\n]/)
  })

  test('shows an ordinary organisation name unchanged', () => {
    const { subject, text } = invitationBy('Joe’s Bar & Grill No. 5', 'Ada Lovelace')
    expect(subject).toBe('Invitation to “Joe’s Bar & Grill No. 5” on Usher')
    expect(text).toContain(
      'Ada Lovelace, of an organisation that calls itself “Joe’s Bar & Grill No. 5”, invites you',
    )
  })

  test('a password reset mail to a member whose name looks like a URL has no link but its own', () => {
    const id = newId('member')
    const data = { id, name: 'evil.example/x', email: 'ada@usher.test', link: LINK, expires_at: EXPIRES }
    const event = newEvent(memberPasswordResetRequested, { subject: id, ...FACTS, origin, data })
    expect(linksIn(mailOf(event).text)).toEqual([LINK])
  })
})
