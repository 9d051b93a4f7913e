interface Given {
  readonly to: string
  /** Lines about the recipient; `Action: failed` and so on. */
  readonly report?: string
  readonly headers?: string
}

export const USER_UNKNOWN = `Final-Recipient: rfc822; ada@example.com
Action: failed
Status: 5.1.1
Remote-MTA: dns; mx.example.com
Diagnostic-Code: smtp; 550 5.1.1 <ada@example.com>: Recipient address
    rejected: User unknown`

/** What a mail server sends back of a mail that it could not deliver, as Postfix writes it. */
export const deliveryReport = ({ to, report = USER_UNKNOWN, headers = `To: ${to}` }: Given): string =>
  `Return-Path: <>
From: MAILER-DAEMON@mx.example.net (Mail Delivery System)
${headers}
Subject: Undelivered Mail Returned to Sender
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="B"

--B
Content-Type: text/plain; charset=us-ascii

I'm sorry to have to inform you that your message could not be delivered.

--B
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.net
Arrival-Date: Sat, 21 Nov 2026 12:00:00 +0000 (UTC)

${report}

--B
Content-Type: message/rfc822

From: bistro@example.com
To: ada@example.com
Subject: Your table

It is ready.
--B--
`.replace(/\n/gu, '\r\n')
