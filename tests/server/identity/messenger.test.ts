import { createMessenger } from '#server/identity/messenger.ts'
import { openPort } from '#tests/support/open-port.ts'
import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'

type Letter = { from: string; to: string; text: string }
/** A small mail server: takes letters for everybody but `nobody@`. */
async function openMailServer() {
  const letters: Letter[] = []
  const server = createServer((socket) => {
    const say = (line: string) => void socket.write(`${line}\r\n`)
    let letter: Letter = { from: '', to: '', text: '' }
    let isBody = false
    say('220 here')
    createInterface(socket).on('line', (line) => {
      if (isBody) {
        if (line !== '.') letter.text += `${line}\n`
        else {
          isBody = false
          letters.push(letter)
          letter = { from: '', to: '', text: '' }
          say('250 taken')
        }
        return
      }
      const word = line.slice(0, 4).toUpperCase()
      if (word === 'MAIL') letter.from = line
      if (word === 'RCPT') letter.to = line
      if (word === 'RCPT' && line.includes('nobody@')) return say('550 no such person')
      if (word === 'DATA') {
        isBody = true
        return say('354 go on')
      }
      say(word === 'QUIT' ? '221 bye' : '250 ok')
      if (word === 'QUIT') socket.end()
    })
    socket.on('error', () => undefined)
  })
  const { url, close } = await openPort(server)
  onTestFinished(() => void close())
  return { letters, url: url.replace('http:', 'smtp:').replace(/\/$/, '?ignoreTLS=true') }
}
const mail = { to: { mail: 'ann@kontor.test' }, subject: 'Your code', text: 'The code is 123456.' }

test('SEND-1 mail leaves by SMTP_URL with the sender of MAIL_FROM', async () => {
  const { letters, url } = await openMailServer()
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
  const { letters, url } = await openMailServer()
  for (const MAIL_FROM of ['no-reply@nord.example', 'Desk <desk@nord.example>'])
    await createMessenger({ SMTP_URL: url, MAIL_FROM, APP_NAME: 'Nord, Inc.' }).send(mail)
  expect(letters.map(({ text }) => /^From: (.*)$/m.exec(text)?.[1]?.trim())).toEqual([
    '"Nord, Inc." <no-reply@nord.example>',
    'Desk <desk@nord.example>',
  ])
})
test('SEND-2 SF30 mail that is turned away, and a mail server that is gone, are told as not sent', async () => {
  const { letters, url } = await openMailServer()
  const messenger = createMessenger({ SMTP_URL: url })
  expect(await messenger.send({ ...mail, to: { mail: 'nobody@kontor.test' } })).toBe(false)
  expect(letters).toEqual([])
  expect(await createMessenger({ SMTP_URL: 'smtp://127.0.0.1:1' }).send(mail)).toBe(false)
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
