import { lever } from '#contract/lever/lever.ts'
import { option } from '#contract/option/option.ts'
import { otc } from '#contract/otc/otc.ts'
import type { InputOf } from '#contract/wire/endpoint.ts'
import type { Intent } from '#machines/kit/step.ts'
import { createOutbox } from '#src/actors/outbox.actors.ts'
import type { OutboxStore } from '#src/actors/outbox-store.ts'
import type { StepPorts } from '#src/actors/step.actors.ts'
import { createSubmit } from '#src/actors/submit.actors.ts'
import type { Position } from '#contract/lever/lever-position.ts'
import type { OptionOrder } from '#contract/option/option.ts'
import type { OtcOrder } from '#contract/otc/otc-order.ts'
import type { ChatRow } from '#streams/chat/list.ts'
import type { Feeds } from '#streams/feeds.ts'
import { Subscription, type Observable } from 'rxjs'
import type { createDevice } from '#tests/kit/device.ts'
import type { ClientPlant, Shows, Storage } from './page.ts'
import type { PageGuard } from './truth.ts'

type Tapped = (
  logic: ReturnType<typeof createSubmit>['logic'],
  intentOf: (key: string) => Intent,
  isTwice: boolean,
) => Shows
type Ports = {
  readonly feeds: Feeds
  readonly steps: StepPorts
  readonly device: ReturnType<typeof createDevice>
  readonly storage: Storage
  readonly owner$: Observable<{ readonly login: number; readonly account: number } | null>
  readonly guard: () => PageGuard
  readonly tap: Tapped
  readonly keyOf: () => string
  readonly plant: Pick<ClientPlant, 'outbox'>
}
export type Products = {
  rounds: readonly OptionOrder[] | null
  contracts: readonly Position[] | null
  otc: readonly OtcOrder[] | null
  chats: readonly ChatRow[] | null
}
/** Another page of the device waits until the one that sends is gone, as with the locks of a browser. */
const lead = (storage: Storage) => (_: string, signal: AbortSignal, work: () => void) => {
  const next = () => storage.waits.shift()?.()
  const begin = () => {
    if (signal.aborted) return next()
    storage.leads.push(signal)
    signal.addEventListener('abort', () => {
      storage.leads.splice(0)
      next()
    })
    work()
  }
  if (storage.leads.length === 0) begin()
  else storage.waits.push(begin)
}
/** The pages of a device tell each other what was written. */
const tabsOf = (storage: Storage) => (_: string, onChange: () => void) => {
  storage.hears.add(onChange)
  return {
    tell: () => storage.hears.forEach((hear) => (hear === onChange ? undefined : hear())),
    close: () => void storage.hears.delete(onChange),
  }
}
/** What is stored on the device: pages come and go, what waits to be sent stays. */
const openStored = (storage: Storage, account: number): OutboxStore => {
  const entries = storage.outbox.get(account) ?? new Map()
  storage.outbox.set(account, entries)
  return {
    all: async () => [...entries.values()],
    add: async (entry) => {
      const added = { ...entry, seq: (storage.seq += 1) }
      entries.set(added.seq, added)
      return added
    },
    put: async (entry) => void (entries.has(entry.seq) && entries.set(entry.seq, entry)),
    drop: async (seq) => void entries.delete(seq),
    close: () => undefined,
  }
}

/** What a page of the client has beside spot: rounds, contracts, OTC orders, chats and the outbox. */
export function followProducts({ feeds, steps, device, storage, owner$, guard, tap, keyOf, plant }: Ports) {
  const shown: Products = { rounds: null, contracts: null, otc: null, chats: null }
  const freshness = new Map<string, string>()
  const all = new Subscription()
  all.add(
    feeds.optionOrders$.subscribe(({ value, freshness: is }) => {
      shown.rounds = value
      freshness.set('rounds', is)
      if (value !== null)
        guard().entities(
          'round',
          value.map(({ id, rev, number, status }) => ({
            id,
            rev,
            text: `${Number(number)} ${status === 'closed' ? 'closed' : 'open'}`,
          })),
        )
    }),
  )
  all.add(
    feeds.leverPositions$.subscribe(({ value, freshness: is }) => {
      shown.contracts = value
      freshness.set('contracts', is)
      if (value !== null)
        guard().entities(
          'contract',
          value.map(({ id, rev, share, status }) => ({ id, rev, text: `${share} ${status}` })),
        )
    }),
  )
  all.add(
    feeds.otcOrders$.subscribe(({ value, freshness: is }) => {
      shown.otc = value
      freshness.set('otc', is)
      if (value !== null)
        guard().entities(
          'otc',
          value.map(({ id, rev, number, status }) => ({ id: Number(id), rev, text: `${Number(number)} ${status}` })),
        )
    }),
  )
  all.add(
    feeds.chats$.subscribe(({ value, freshness: is }) => {
      shown.chats = value
      freshness.set('chats', is)
    }),
  )
  const outbox = createOutbox({
    login$: owner$,
    open: async (account) => (plant.outbox ?? ((inner) => inner))(openStored(storage, account)),
    lineOf: feeds.chatLineOf,
    request: steps.request,
    upload: () => Promise.resolve({ ok: false, failure: { kind: 'unknown', because: 'unreachable' } }),
    nowMs: device.wallMs,
    lead: lead(storage),
    tabs: tabsOf(storage),
    clock: device.chart,
  })
  all.add(outbox.start())
  const stakes = createSubmit(steps, option.submit)
  const opens = createSubmit(steps, lever.submit)
  const closes = createSubmit(steps, lever.close)
  const pays = createSubmit(steps, otc.pay)
  const entryOf = (cid: string) =>
    [...storage.outbox.values()].flatMap((entries) => [...entries.values()]).find((entry) => entry.cid === cid)
  return {
    shown,
    freshness,
    waiting: () => [...storage.outbox.values()].flatMap((entries) => [...entries.values()]).length,
    stake: (input: InputOf<typeof option.submit>, isTwice: boolean) =>
      tap(stakes.logic, (key) => stakes.intentOf(input, key), isTwice),
    contract: (input: InputOf<typeof lever.submit>, isTwice: boolean) =>
      tap(opens.logic, (key) => opens.intentOf(input, key), isTwice),
    close: (id: number) => tap(closes.logic, (key) => closes.intentOf({ id }, key), false),
    pay: (id: string, voucher: string, isTwice: boolean) =>
      tap(pays.logic, (key) => pays.intentOf({ id, expect: 'to_be_paid', vouchers: [voucher] }, key), isTwice),
    /** Written into a chat: it waits on the device until the venue has taken it. */
    say: (chat: string, text: string): Shows => {
      const cid = keyOf()
      let isTaken: boolean | null = null
      void outbox
        .add({ cid, chat, kind: 'text', body: { text }, file: null, replyTo: null, mentions: [] })
        .then((is) => (isTaken = is))
      const fault = () => entryOf(cid)?.fault ?? null
      const state = () =>
        isTaken === false
          ? 'left'
          : isTaken === null
            ? 'submitting'
            : entryOf(cid) === undefined
              ? 'done'
              : fault() === null
                ? 'submitting'
                : 'refused'
      return { state, reason: fault, isRevoked: () => false }
    },
    stop: () => all.unsubscribe(),
  }
}
