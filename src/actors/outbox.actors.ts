import { contentCodes } from '#contract/chat/chat-content.ts'
import { chatMessages } from '#contract/chat/chat-messages.ts'
import type { Reply } from '#contract/wire/reply.ts'
import type { SendReply, Sent } from '#contract/wire/sent.ts'
import { laneOf, outboxLaneMachine, outboxLifeMs, type OutboxEntry } from '#machines/chat/outbox-lane.ts'
import type { Request } from '#src/api/request.ts'
import type { createUpload } from '#src/api/upload.ts'
import { openOutbox, type OutboxStore } from './outbox-store.ts'
import type { ChatLine } from '#streams/chat/line.ts'
import { BehaviorSubject, distinctUntilChanged, Subject, Subscription, type Observable } from 'rxjs'
import { createActor, fromPromise, type ActorOptions, type ActorRefFrom } from 'xstate'

/** What is written into a chat. The chat is part of it: what was begun in one is never sent to another. */
export type Written = Pick<OutboxEntry, 'cid' | 'chat' | 'kind' | 'body' | 'file' | 'replyTo' | 'mentions'>
export type SentMessage = SendReply & { readonly chat: string }
export type Outbox = {
  /** What waits to be sent, or could not be, oldest first. */
  readonly entries$: Observable<readonly OutboxEntry[]>
  readonly entries: () => readonly OutboxEntry[]
  /** How much of a file has left, in percent, by the id of its message; only of those that this page sends. */
  readonly progress$: Observable<ReadonlyMap<string, number>>
  /** Each message that was taken by the venue. */
  readonly sent$: Observable<SentMessage>
  /** False: it could not be stored, so it was not sent. */
  readonly add: (written: Written) => Promise<boolean>
  readonly retry: (cid: string) => Promise<void>
  /** Deletes what waits; a file that is on its way stops. */
  readonly drop: (cid: string) => Promise<void>
  /** The lanes that send. */
  readonly lanes: () => readonly Lane[]
}
export type OutboxPorts = {
  readonly login$: Observable<{ readonly login: number; readonly account: number } | null>
  /** Where it is stored; in this browser if nothing else is said. */
  readonly open?: (account: number) => Promise<OutboxStore>
  readonly lineOf: (login: number) => ChatLine
  readonly request: Pick<Request, 'change'>
  readonly upload: ReturnType<typeof createUpload>
  readonly nowMs: () => number
  /** Resolves `work` once no other tab does the same; it keeps the lock until its signal is aborted. */
  readonly lead: (name: string, signal: AbortSignal, work: () => void) => void
  /** Tells the other tabs that something has changed, and calls back when they have. */
  readonly tabs: (name: string, onChange: () => void) => { readonly tell: () => void; readonly close: () => void }
  /** Of the delays of its lanes; tests pass a simulated one. */
  readonly clock?: NonNullable<ActorOptions<typeof outboxLaneMachine>['clock']>
}

/** Without a socket for this long a message goes by HTTP, under the same id. */
const socketAwayMs = 10_000
const sentOf = ({ cid, chat, kind, body, replyTo, mentions }: OutboxEntry): Sent => ({
  cid,
  chat,
  type: contentCodes[kind],
  body,
  ...(replyTo !== null && { replyTo }),
  ...(mentions.length > 0 && { mentions: mentions === 'all' ? mentions : [...mentions] }),
})
type Lane = ActorRefFrom<typeof outboxLaneMachine>

/** Sends by the socket, or by HTTP when it has been away for long. */
const carry = async ({ request }: OutboxPorts, line: ChatLine, entry: OutboxEntry, awayMs: number) => {
  const p = sentOf(entry)
  return awayMs >= socketAwayMs ? request.change(chatMessages.send, p, entry.cid) : line.send(p)
}
const lost = { ok: false, failure: { kind: 'unknown', because: 'unreachable' } } as const
const withFile = async ({ upload }: OutboxPorts, box: Box, entry: OutboxEntry): Promise<Reply<OutboxEntry>> => {
  if (entry.file === null) return { ok: true, value: entry }
  const { cid, body } = entry
  const stop = new AbortController()
  const tell = (percent: number) => box.progress$.next(new Map([...box.progress$.value, [cid, percent]]))
  box.uploads.set(cid, stop)
  const reply = await upload(entry.file, 'chat', tell, stop.signal, cid)
  box.uploads.delete(cid)
  box.progress$.next(new Map([...box.progress$.value].filter(([each]) => each !== cid)))
  // What was deleted while its last bytes left is not sent.
  if (!box.entries$.value.some((each) => each.cid === cid)) return lost
  return reply.ok ? { ok: true, value: { ...entry, body: { ...body, relativePath: reply.value.relativePath } } } : reply
}

/** What waits, and where it is stored while somebody is logged in. */
type Box = {
  readonly entries$: BehaviorSubject<readonly OutboxEntry[]>
  readonly sent$: Subject<SentMessage>
  readonly progress$: BehaviorSubject<ReadonlyMap<string, number>>
  /** The files that are on their way, by the id of their message. */
  readonly uploads: Map<string, AbortController>
  /** Grows with each change of this page: a list that was read before it is read again. */
  version: number
  open: { readonly store: OutboxStore; readonly reload: () => Promise<void> } | null
  running: ReadonlyMap<string, Lane>
  /** Tells the other tabs that something has changed. */
  tell: () => void
}
type Login = { readonly line: ChatLine; readonly signal: AbortSignal; readonly awayMs: () => number }

/** How an entry is sent, and what becomes of it then. */
function laneLogic(box: Box, ports: OutboxPorts, { line, signal, awayMs }: Login) {
  const { entries$ } = box
  const send = async (entry: OutboxEntry): Promise<Reply<SendReply>> => {
    const whole = await withFile(ports, box, entry)
    if (!whole.ok) return whole
    return signal.aborted ? lost : carry(ports, line, whole.value, awayMs())
  }
  const keep = (stored: Promise<void> | undefined) => {
    const { tell } = box
    box.version += 1
    const end = () => {
      box.version += 1
      tell()
    }
    void stored?.then(end, end)
  }
  return outboxLaneMachine.provide({
    actors: { send: fromPromise<Reply<SendReply>, { entry: OutboxEntry }>(({ input }) => send(input.entry)) },
    actions: {
      reportSent: (_, { entry, reply }) => {
        if (entry === null || !reply.ok) return
        box.sent$.next({ ...reply.value, chat: entry.chat })
        entries$.next(entries$.value.filter(({ cid }) => cid !== entry.cid))
        keep(box.open?.store.drop(entry.seq))
      },
      reportRefused: (_, { entry, reply }) => {
        if (entry === null || reply.ok || reply.failure.kind !== 'refused') return
        const failed = { ...entry, fault: reply.failure.reason }
        entries$.next(entries$.value.map((each) => (each.cid === entry.cid ? failed : each)))
        keep(box.open?.store.put(failed))
      },
    },
  })
}

/** The list of one account as it is stored, and as it is read again. */
async function openBox(box: Box, { open = openOutbox, nowMs }: OutboxPorts, account: number, signal: AbortSignal) {
  const store = await open(account)
  if (signal.aborted) {
    store.close()
    return null
  }
  const reload = async (): Promise<void> => {
    const before = box.version
    const stored = await store.all().catch(() => [])
    if (signal.aborted) return
    if (before !== box.version) return reload()
    const oldest = nowMs() - outboxLifeMs
    box.entries$.next(
      stored
        .map((entry) => (entry.fault === null && entry.atMs < oldest ? { ...entry, fault: 'tooOld' } : entry))
        .toSorted((a, b) => a.seq - b.seq),
    )
  }
  box.open = { store, reload }
  return box.open
}

/** Sends what waits of one account, as long as it is logged in. */
function runBox(box: Box, ports: OutboxPorts, login: number, account: number): Subscription {
  const { entries$ } = box
  const all = new Subscription()
  const stop = new AbortController()
  const lanes = new Map<string, Lane>()
  box.running = lanes
  const line = ports.lineOf(login)
  let isLeader = false
  let awaySince: number | null = ports.nowMs()
  const name = `outbox.${account}`
  const tabs = ports.tabs(name, () => void box.open?.reload())
  box.tell = tabs.tell
  const awayMs = () => (awaySince === null ? 0 : ports.nowMs() - awaySince)
  const logic = laneLogic(box, ports, { line, signal: stop.signal, awayMs })
  const begin = (entries: readonly OutboxEntry[]) =>
    createActor(logic, { input: { entries }, ...(ports.clock && { clock: ports.clock }) }).start()
  const flush = (entries: readonly OutboxEntry[]) => {
    for (const [cid, upload] of box.uploads) if (!entries.some((each) => each.cid === cid)) upload.abort()
    if (!isLeader) return
    const byLane = new Map<string, OutboxEntry[]>()
    for (const entry of entries) byLane.set(laneOf(entry), [...(byLane.get(laneOf(entry)) ?? []), entry])
    for (const [lane, actor] of lanes) actor.send({ type: 'entries.changed', entries: byLane.get(lane) ?? [] })
    for (const [lane, waiting] of byLane) if (!lanes.has(lane)) lanes.set(lane, begin(waiting))
  }
  const lead = async () => {
    const opened = await openBox(box, ports, account, stop.signal)
    if (opened === null) return
    all.add(opened.store.close)
    await opened.reload()
    ports.lead(name, stop.signal, () => {
      isLeader = true
      void opened.reload()
    })
  }
  all.add(entries$.subscribe(flush))
  all.add(
    line.isReady$.pipe(distinctUntilChanged()).subscribe((isReady) => {
      awaySince = isReady ? null : ports.nowMs()
      if (isReady) for (const lane of lanes.values()) lane.send({ type: 'line.ready' })
    }),
  )
  all.add(() => {
    stop.abort()
    box.open = null
    for (const lane of lanes.values()) lane.stop()
    tabs.close()
    for (const upload of box.uploads.values()) upload.abort()
    entries$.next([])
  })
  void lead()
  return all
}

/**
 * The outbox of who is logged in. It is sealed with the login: another account neither sees nor sends what waits in it.
 */
export function createOutbox(ports: OutboxPorts): Outbox & { readonly start: () => Subscription } {
  const entries$ = new BehaviorSubject<readonly OutboxEntry[]>([])
  const sent$ = new Subject<SentMessage>()
  const progress$ = new BehaviorSubject<ReadonlyMap<string, number>>(new Map())
  const box: Box = {
    entries$,
    sent$,
    progress$,
    uploads: new Map(),
    version: 0,
    open: null,
    running: new Map(),
    tell: () => {},
  }
  const change = async (cid: string, work: (store: OutboxStore, entry: OutboxEntry) => Promise<void>) => {
    const entry = entries$.value.find((each) => each.cid === cid)
    if (box.open === null || entry === undefined) return
    const { store, reload } = box.open
    await work(store, entry)
    await reload()
    box.tell()
  }
  return {
    entries$,
    entries: () => entries$.value,
    sent$,
    progress$,
    add: async (written) => {
      if (box.open === null) return false
      const { store } = box.open
      const added = await store.add({ ...written, atMs: ports.nowMs(), fault: null }).catch(() => null)
      if (added === null) return false
      box.version += 1
      // Several may be stored at once: the list is ordered by number, not by who was first to be stored.
      entries$.next([...entries$.value, added].toSorted((a, b) => a.seq - b.seq))
      box.tell()
      return true
    },
    retry: (cid) => change(cid, (store, entry) => store.put({ ...entry, fault: null, atMs: ports.nowMs() })),
    drop: (cid) => change(cid, (store, { seq }) => store.drop(seq)),
    lanes: () => [...box.running.values()],
    start: () => {
      let current = new Subscription()
      const logins = ports.login$.subscribe((who) => {
        current.unsubscribe()
        current = who === null ? new Subscription() : runBox(box, ports, who.login, who.account)
      })
      return new Subscription(() => {
        logins.unsubscribe()
        current.unsubscribe()
      })
    },
  }
}
