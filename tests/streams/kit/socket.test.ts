import { socket$, type SocketMessage } from '#streams/kit/socket.ts'
import { Server, WebSocket } from 'mock-socket'
import { lastValueFrom, tap, toArray } from 'rxjs'
import { expect, test, vi } from 'vitest'

test('NET-10 one subscription is one attempt: opened, frames, closed, completed', async () => {
  const server = new Server('ws://house.test', {
    selectProtocol: (offered) => (offered.includes('x1.json') ? 'x1.json' : ''),
  })
  const dialled = vi.fn<(protocol: string) => void>()
  server.on('connection', (peer) => {
    dialled(peer.protocol)
    peer.send('hello')
    peer.close({ code: 4001, reason: 'slow', wasClean: true })
  })
  const messages = await lastValueFrom(socket$('ws://house.test', { WebSocket }).pipe(toArray()))
  server.stop()
  expect(messages).toEqual([
    { type: 'socket.opened', send: expect.any(Function) },
    { type: 'socket.frame', frame: 'hello' },
    { type: 'socket.closed', code: 4001, reason: 'slow' },
  ])
  expect(dialled.mock.calls).toEqual([['x1.json']])
})
test('NET-10 an attempt without an answer ends as closed, once', async () => {
  const messages = await lastValueFrom(socket$('ws://nobody.test', { WebSocket }).pipe(toArray()))
  expect(messages.map(({ type }) => type)).toEqual(['socket.closed'] satisfies SocketMessage['type'][])
})
test('NET-10 a sent frame arrives; a frame sent after the close is dropped', async () => {
  const server = new Server('ws://sent.test')
  const received = new Promise<unknown>((done) => {
    server.on('connection', (peer) => {
      peer.on('message', (frame) => (done(frame), peer.close({ code: 1012, reason: '', wasClean: true })))
    })
  })
  const sends: ((frame: string) => void)[] = []
  const collect = tap<SocketMessage>((message) => {
    if (message.type !== 'socket.opened') return
    sends.push(message.send)
    message.send('first')
  })
  await lastValueFrom(socket$('ws://sent.test', { WebSocket }).pipe(collect, toArray()))
  sends.forEach((send) => send('late'))
  server.stop()
  expect(await received).toBe('first')
})
