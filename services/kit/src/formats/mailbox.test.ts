import { mailboxOf } from './mailbox.ts'

describe('the mailbox of an e-mail address', () => {
  test.each([
    ['Ada.Lovelace+42@Example.test', 'ada.lovelace@example.test'],
    ['a.d.a+1@gmail.com', 'ada@gmail.com'],
    ['a.da@GoogleMail.com', 'ada@gmail.com'],
    ['a.da+x@Gmail.com.', 'ada@gmail.com'],
    ['ada@example.test.', 'ada@example.test'],
    ['"odd@name"+x@example.test', '"odd@name"@example.test'],
    ['ada@Bücher.example', 'ada@xn--bcher-kva.example'],
    ['ada@xn--bcher-kva.example', 'ada@xn--bcher-kva.example'],
    ['ada@odd domain', 'ada@odd domain'],
    ['+x@example.test', '@example.test'],
  ])('%s belongs to the mailbox %s', (address, mailbox) => {
    expect(mailboxOf(address)).toBe(mailbox)
  })
})
