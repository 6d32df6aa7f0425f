import { createOutbox, type OutboxPorts } from '#src/actors/outbox.actors.ts'
import { memoryOutbox } from '#src/actors/outbox-store.ts'
import { BehaviorSubject, of } from 'rxjs'
import { expect, onTestFinished, test, vi } from 'vitest'

type Upload = { readonly percent: (value: number) => void; readonly signal: AbortSignal; readonly end: () => void }
const uuidOf = (at: number) => `00000000-0000-7000-8000-${String(at).padStart(12, '0')}`
const photo = (at: number) =>
  ({
    cid: uuidOf(at),
    chat: 'g1',
    kind: 'image',
    body: {},
    file: new File(['x'], `${at}.png`, { type: 'image/png' }),
    replyTo: null,
    mentions: [],
  }) as const

/** An outbox whose files leave as the test says; `sent` are the ids of what was sent. */
async function anOutbox() {
  const [uploads, sent]: [Upload[], string[]] = [[], []]
  const lost = { ok: false, failure: { kind: 'unknown', because: 'unreachable' } } as const
  const upload: OutboxPorts['upload'] = (file, _folder, percent, signal) =>
    new Promise((resolve) => {
      const value = {
        url: '',
        relativePath: `chat/${file.name}`,
        fileName: file.name,
        fileSuffix: 'png',
        fileSize: 1,
        size: 1,
        width: null,
        height: null,
        contentDuration: null,
      }
      signal.addEventListener('abort', () => resolve(lost))
      uploads.push({ percent, signal, end: () => resolve({ ok: true, value }) })
    })
  const outbox = createOutbox({
    login$: new BehaviorSubject({ login: 1, account: 7 }),
    open: async () => memoryOutbox(),
    request: { change: async () => lost },
    upload,
    nowMs: () => Date.now(),
    lead: (_name, _signal, work) => work(),
    tabs: () => ({ tell: () => {}, close: () => {} }),
    lineOf: () => ({
      isReady$: of(true),
      typing: () => null,
      read: async () => lost,
      send: async (p) => {
        sent.push(p.cid)
        return { ok: true, value: { cid: p.cid, n: sent.length, id: `g1-${sent.length}`, ts: 0 } }
      },
    }),
  })
  const running = outbox.start()
  onTestFinished(() => running.unsubscribe())
  await vi.waitFor(() => expect(outbox.add(photo(1))).resolves.toBe(true))
  await outbox.add(photo(2))
  await vi.waitFor(() => expect(uploads).toHaveLength(1))
  const shown: (readonly [string, number])[][] = []
  running.add(outbox.progress$.subscribe((now) => shown.push([...now])))
  return { outbox, uploads, sent, shown }
}

test('each file that leaves tells how much of it has, and nothing any more once it is there', async () => {
  const { uploads, shown, sent } = await anOutbox()
  uploads[0]?.percent(40)
  uploads[0]?.percent(100)
  uploads[0]?.end()
  await vi.waitFor(() => expect(uploads).toHaveLength(2))
  expect(shown).toEqual([[], [[uuidOf(1), 40]], [[uuidOf(1), 100]], []])
  expect(sent).toEqual([uuidOf(1)])
})

test('a file that is cancelled stops, is never sent, and the next one leaves', async () => {
  const { outbox, uploads, sent } = await anOutbox()
  uploads[0]?.percent(40)
  await outbox.drop(uuidOf(1))
  expect([uploads[0]?.signal.aborted, outbox.entries().map(({ cid }) => cid)]).toEqual([true, [uuidOf(2)]])
  await vi.waitFor(() => expect(uploads).toHaveLength(2), { timeout: 3000 })
  uploads[1]?.end()
  await vi.waitFor(() => expect(sent).toEqual([uuidOf(2)]))
})
