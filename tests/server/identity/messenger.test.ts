import { createMessenger } from '#server/identity/messenger.ts'
import { openMailServer } from '#tests/support/mail-server.ts'
import { openPort } from '#tests/support/open-port.ts'
import { createServer as createHttpServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'

async function openLetterbox() {
  const { close, ...box } = await openMailServer()
  onTestFinished(() => void close())
  return box
}
const mail = { to: { mail: 'ann@kontor.test' }, subject: 'Your code', text: 'The code is 123456.' }

test('SEND-1 mail leaves by SMTP_URL with the sender of MAIL_FROM', async () => {
  const { letters, url } = await openLetterbox()
  const messenger = createMessenger({ SMTP_URL: url, MAIL_FROM: 'Kontor <no-reply@kontor.example>' })
  expect([messenger.isThere, await messenger.send(mail)]).toEqual([true, true])
  expect(letters).toEqual([
    {
      from: 'MAIL FROM:<no-reply@kontor.example>',
      to: 'RCPT TO:<ann@kontor.test>',
      text: expect.stringContaining('The code is 123456.'),
    },
  ])
  expect(letters[0]?.text).toContain('Subject: Your code')
  expect(letters[0]?.text).toContain('From: Kontor <no-reply@kontor.example>')
})
test('SEND-1 a sender without a name has the one of the app', async () => {
  const { letters, url } = await openLetterbox()
  for (const MAIL_FROM of ['no-reply@nord.example', 'Desk <desk@nord.example>'])
    await createMessenger({ SMTP_URL: url, MAIL_FROM, APP_NAME: 'Nord, Inc.' }).send(mail)
  expect(letters.map(({ text }) => /^From: (.*)$/m.exec(text)?.[1]?.trim())).toEqual([
    '"Nord, Inc." <no-reply@nord.example>',
    'Desk <desk@nord.example>',
  ])
})
test('SEND-2 SF30 mail that is turned away, and a mail server that is gone, are told as not sent', async () => {
  const { letters, url } = await openLetterbox()
  const messenger = createMessenger({ SMTP_URL: url })
  expect(await messenger.send({ ...mail, to: { mail: 'nobody@kontor.test' } })).toBe(false)
  expect(letters).toEqual([])
  expect(await createMessenger({ SMTP_URL: 'smtp://127.0.0.1:1' }).send(mail)).toBe(false)
})
test('SEND-3 a mail server that cannot be reached is told at the start, before anybody is sent a code', async () => {
  const told = new Promise<string>((tell) =>
    createMessenger({ SMTP_URL: 'smtp://127.0.0.1:1' }, (channel, why) => tell(`${channel} ${why}`)),
  )
  expect(await told).toMatch(/^mail E[A-Z]+$/)
})
test('SEND-1 a message to a phone is posted to SMS_WEBHOOK; a refusal of it is told as not sent', async () => {
  const posted: unknown[] = []
  let status = 202
  const server = createHttpServer((request, response) => {
    let body = ''
    request.on('data', (piece) => (body += String(piece)))
    request.on('end', () => {
      posted.push([request.method, request.url, request.headers['content-type'], JSON.parse(body)])
      response.writeHead(status).end()
    })
  })
  const { url, close } = await openPort(server)
  onTestFinished(() => {
    server.closeAllConnections()
    void close()
  })
  const messenger = createMessenger({ SMS_WEBHOOK: `${url}send` })
  const message = { to: { mobile: '+85291234567' }, subject: '', text: 'The code is 123456.' }
  expect(await messenger.send(message)).toBe(true)
  expect(posted).toEqual([['POST', '/send', 'application/json', { to: '+85291234567', text: 'The code is 123456.' }]])
  status = 500
  expect(await messenger.send(message)).toBe(false)
  // No mail server was named: mail cannot be sent, and that is said.
  expect(await messenger.send(mail)).toBe(false)
})
