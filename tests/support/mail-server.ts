import { openPort } from '#tests/support/open-port.ts'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'

export type Letter = { from: string; to: string; text: string }
/** A small mail server: takes letters for everybody but `nobody@`. */
export async function openMailServer() {
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
  return { letters, close, url: url.replace('http:', 'smtp:').replace(/\/$/, '?ignoreTLS=true') }
}
