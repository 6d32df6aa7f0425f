import { aFileRow } from '#tests/support/builders/person-rows.ts'
import { assets } from '#contract/assets/assets.ts'
import { bank } from '#contract/wallet/bank.ts'
import { deposit } from '#contract/wallet/deposit.ts'
import { withdraw } from '#contract/wallet/withdraw.ts'
import { addressMachine } from '#machines/wallet/address.ts'
import { bankCardMachine } from '#machines/wallet/bank-card.ts'
import type { Intent } from '#machines/kit/step.ts'
import { quoteLogic } from '#src/actors/quote.actors.ts'
import { createStep, stepLogic } from '#src/actors/step.actors.ts'
import { createSubmit } from '#src/actors/submit.actors.ts'
import { depositCaseLogic, withdrawCaseLogic } from '#src/features/wallet/money-case.actors.ts'
import { card, pin, tron, usdt, walletVenue } from '#tests/server/features/wallet/wallet-venue.ts'
import { createActor } from 'xstate'
import { done, quote } from './done.ts'
import type { VenueOptions } from './place.ts'
import { story, type Stage } from './story.ts'

const hourMs = 3_600_000
const btc = 1
const settings = { demoReview: false, identity: { addressHoldMs: hourMs } }
type Venue = Awaited<ReturnType<typeof open>>
/** Ben is at the desk. */
const open = async (options: VenueOptions) => {
  const wallet = await walletVenue(options)
  await wallet.venue.command(({ tables }) =>
    tables.users.put({ ...tables.users.need(wallet.ben), powers: ['deskMoney'] }),
  )
  return wallet
}
const onTick = ({ memory }: { memory: () => Parameters<typeof quote>[0] }) => {
  quote(memory(), 100_000)
  quote(memory(), 4000, 'ETH-USDT')
}
const decide = (stage: Stage<Venue>, id: string, decision: 'pass' | 'reject') =>
  stage.call(
    'POST /api/desk/decide',
    { id, decision, reason: 'As the bank says', ...(decision === 'pass' && { txid: 'f'.repeat(64) }) },
    stage.harness.ben,
  )
const codeOf = async (stage: Stage<Venue>) =>
  String((await stage.call('POST /api/set/sms_other_mail', { type: 'address' })).data?.['demo_code'])
const upload = async ({ memory, me }: Stage<Venue>, id: string) => {
  await memory().venue.command(({ tables, now }) => tables.files.put(aFileRow(me, id, now())))
  return id
}
/** A page with a password or a code typed into it is not restored: neither is ever stored. */
const secret = { isRestored: false }
const addressWith = (code: string) => ({ currency_id: usdt, address: tron, netType: 'TRC20', pay_password: pin, code })

export const walletStories = [
  story({
    name: 'wallet: an exchange at a quote: asked, lapsed, renewed, done, refused when it is sent twice',
    settings,
    open,
    user: ({ ann }) => ann,
    onTick,
    play: async (stage) => {
      const { logic, intentOf } = createSubmit(stage.ports, assets.flash)
      const form = stage.walk('form', (options) => createActor(logic, options))
      const quoted = stage.walk('quote', (options) =>
        createActor(
          quoteLogic(
            (key) => stage.request.change(assets.quote, { kind: 'flash', from: usdt, to: btc, num: '100' }, key),
            stage.now,
          ),
          options,
        ),
      )
      /** What a reader does where no quote came. */
      const again = async () => {
        if (quoted.now().matches('failed')) quoted.tell({ type: 'renew' })
        await stage.pass(500)
      }
      await stage.act('', () => quoted.send({ type: 'ask', about: '3>1:100' }))
      await again()
      await stage.act('asked', () => undefined, { form: 'editing', quote: 'held' })
      await stage.act(
        'reviewed and left',
        () => {
          form.send({ type: 'open' })
          form.send({ type: 'close' })
        },
        { form: 'editing' },
      )
      quoted.tell({ type: 'lapse' })
      await stage.act('lapsed', () => undefined, { quote: 'lapsed' })
      await stage.act('', () => quoted.send({ type: 'renew' }))
      await again()
      const quote_id = quoted.now().context.quote?.quote_id ?? ''
      const send = () =>
        form.send({
          type: 'submit',
          intent: intentOf({ l_currency_id: usdt, r_currency_id: btc, num: '100', quote_id }, stage.newKey()),
        })
      await stage.act(
        'exchanged',
        () => {
          form.send({ type: 'open' })
          send()
        },
        { form: 'done' },
      )
      await stage.act('the same quote again', () => send(), { form: 'refused.free' })
      await stage.act('left', () => form.send({ type: 'close' }), { form: 'editing' })
      await stage.act('dropped', () => quoted.send({ type: 'drop' }), { quote: 'none' })
    },
  }),
  story({
    name: 'wallet: an address is added, held, used by a withdrawal with the fund password, and removed; the withdrawal passes',
    settings,
    open,
    user: ({ ann }) => ann,
    onTick,
    play: async (stage) => {
      const add = createStep(stage.ports, withdraw.addAddress)
      const remove = createStep(stage.ports, withdraw.removeAddress)
      const watch = (name: string, address: { readonly id: number; readonly usable_ms: number } | null) =>
        stage.walk(
          name,
          (options) =>
            createActor(
              addressMachine.provide({
                actors: {
                  step: stepLogic<Intent, unknown>((intent) => (address === null ? add : remove).callOf(intent)),
                },
              }),
              { input: { address, now: stage.now() }, ...options },
            ),
          secret,
        )
      const adding = watch('adding', null)
      const code = await codeOf(stage)
      await stage.act(
        'typed and emptied',
        () => {
          adding.send({ type: 'code.typed', isEmpty: false })
          adding.send({ type: 'code.typed', isEmpty: true })
        },
        { adding: 'editing' },
      )
      await stage.act(
        'a wrong code',
        () => {
          adding.send({ type: 'code.typed', isEmpty: false })
          adding.send({ type: 'add', intent: add.intentOf(addressWith('000000'), stage.newKey()) })
        },
        { adding: 'coding' },
      )
      await stage.act('', () => adding.send({ type: 'add', intent: add.intentOf(addressWith(code), stage.newKey()) }))
      const [row] = await done(stage.request.read(withdraw.addresses, { currency: usdt }))
      if (row === undefined) throw new Error('no address was added')
      const held = watch('held', row)
      const kept = watch('kept', row)
      adding.tell({ type: 'clock.ticked', now: stage.now() })
      await stage.act('in the book', () => undefined, { held: 'held' })
      await stage.leap(hourMs)
      held.tell({ type: 'clock.ticked', now: stage.now() })
      await stage.act('usable', () => undefined, { held: 'usable' })
      const out = createSubmit(stage.ports, withdraw.submit)
      const form = stage.walk('form', (options) => createActor(out.logic, options), secret)
      const send = (pay_password: string) =>
        form.send({
          type: 'submit',
          intent: out.intentOf({ currency: usdt, number: '100', address: tron, pay_password }, stage.newKey()),
        })
      await stage.act(
        'a wrong fund password',
        () => {
          form.send({ type: 'open' })
          send('000000')
        },
        { form: 'refused.free' },
      )
      await stage.act('asked for', () => send(pin), { form: 'done' })
      await stage.act('shut', () => form.send({ type: 'close' }), { form: 'editing' })
      const { data } = await done(stage.request.read(withdraw.list, { page: 1, limit: 10 }))
      const input = { id: String(data[0]?.id ?? 0) }
      stage.walk('case', (options) => createActor(withdrawCaseLogic(stage.ports), { input, ...options }))
      await stage.pass(500)
      await stage.act('processing', () => undefined, { case: 'processing' })
      await stage.act('', () => decide(stage, `withdraw-${input.id}`, 'pass'))
      // Where the event is gone for good, it is read with the next look.
      await stage.pass(16_000)
      await stage.act('passed', () => undefined, { case: 'passed' })
      await stage.act(
        'removed',
        () => kept.send({ type: 'remove', intent: remove.intentOf({ address_id: row.id }, stage.newKey()) }),
        { kept: 'removed' },
      )
      await stage.act(
        'removed before',
        () => held.send({ type: 'remove', intent: remove.intentOf({ address_id: row.id }, stage.newKey()) }),
        { held: 'usable' },
      )
    },
  }),
  story({
    name: 'wallet: an address that is not held',
    settings: { ...settings, identity: { addressHoldMs: 0 } },
    open,
    user: ({ ann }) => ann,
    onTick,
    play: async (stage) => {
      const add = createStep(stage.ports, withdraw.addAddress)
      const adding = stage.walk(
        'adding',
        (options) =>
          createActor(addressMachine.provide({ actors: { step: stepLogic<Intent, unknown>(add.callOf) } }), {
            input: { address: null, now: stage.now() },
            ...options,
          }),
        secret,
      )
      stage.feeds.serverTime$.subscribe((now) => adding.tell({ type: 'clock.ticked', now }))
      const code = await codeOf(stage)
      await stage.act(
        'added',
        () => {
          adding.send({ type: 'code.typed', isEmpty: false })
          adding.send({ type: 'add', intent: add.intentOf(addressWith(code), stage.newKey()) })
        },
        { adding: 'usable' },
      )
    },
  }),
  story({
    name: "wallet: deposits: one is read when the line is lost, one is rejected, one is nobody's",
    settings,
    open,
    user: ({ ann }) => ann,
    onTick,
    play: async (stage) => {
      const img = await upload(stage, 'voucher/proof.png')
      const row = await done(
        stage.request.change(
          deposit.charge,
          { currency: usdt, amount: '500', netType: 'TRC20', account: 'a'.repeat(64), imgs: [img] },
          stage.newKey(),
        ),
      )
      const watch = (name: string, id: string) =>
        stage.walk(name, (options) => createActor(depositCaseLogic(stage.ports), { input: { id }, ...options }))
      const ones: ReturnType<typeof watch>[] = []
      // What is told of it now is told to nobody.
      await stage.pass(500)
      await stage.act('', () => {
        ones.push(watch('one', String(row.id)))
      })
      ones[0]?.tell({ type: 'retry' })
      await stage.pass(500)
      await stage.act('processing', () => undefined, { one: 'processing' })
      await stage.act('', () => decide(stage, `deposit-${row.id}`, 'reject'))
      await stage.pass(16_000)
      await stage.act('rejected', () => undefined, { one: 'rejected' })
      watch('none', '999')
      await stage.pass(500)
      await stage.act('unknown', () => undefined, { none: 'absent' })
    },
  }),
  story({
    name: 'wallet: a receiving method is bound, changed with the fund password, changed elsewhere meanwhile',
    settings,
    open,
    user: ({ ann }) => ann,
    play: async (stage) => {
      const { callOf, intentOf } = createStep(stage.ports, bank.save)
      const watch = (name: string) =>
        stage.walk(
          name,
          (options) =>
            createActor(bankCardMachine.provide({ actors: { step: stepLogic(callOf) } }), {
              input: { way: 'bank' },
              ...options,
            }),
          secret,
        )
      const methods = () => done(stage.request.read(bank.methods, {}))
      const first = watch('first')
      first.tell({ type: 'methods.received', methods: await methods() })
      const save = (sheet: ReturnType<typeof watch>, more: object) =>
        sheet.send({ type: 'save', intent: intentOf({ ...card, ...more }, stage.newKey()) })
      first.tell({ type: 'uploads.counted', count: 1 })
      first.tell({ type: 'uploads.counted', count: 2 })
      await stage.act('a picture is on its way', () => save(first, {}), { first: 'uploading' })
      first.tell({ type: 'uploads.counted', count: 0 })
      await stage.act("somebody else's name", () => save(first, { real_name: 'BEN LEE' }), { first: 'editing' })
      await stage.act('bound', () => save(first, {}), { first: 'bound' })
      const second = watch('second')
      second.tell({ type: 'methods.received', methods: await methods() })
      await stage.act(
        'typed and emptied',
        () => {
          second.send({ type: 'pin.typed', isEmpty: false })
          second.send({ type: 'pin.typed', isEmpty: true })
          second.send({ type: 'pin.typed', isEmpty: false })
        },
        { second: 'authorising' },
      )
      second.tell({ type: 'uploads.counted', count: 1 })
      second.tell({ type: 'uploads.counted', count: 0 })
      const change = (bank_name: string) =>
        stage.call('POST /api/user/cash_save', { ...card, bank_name, pay_password: pin })
      await change('Another Bank')
      await stage.act(
        'rests on an older copy',
        () => {
          second.send({ type: 'pin.typed', isEmpty: false })
          save(second, { bank_name: 'My Bank', pay_password: pin, expect: 1 })
        },
        { second: 'moved' },
      )
      second.tell({ type: 'methods.received', methods: await methods() })
      await stage.act('gone on with the newer', () => second.send({ type: 'resume' }), { second: 'editing' })
      await change('A third Bank')
      second.tell({ type: 'methods.received', methods: await methods() })
      await stage.act('changed while it was edited', () => second.send({ type: 'resume' }), { second: 'editing' })
      second.tell({ type: 'pin.typed', isEmpty: false })
      await change('A fourth Bank')
      second.tell({ type: 'methods.received', methods: await methods() })
      await stage.act('changed while it was authorised', () => second.send({ type: 'resume' }), { second: 'editing' })
      await stage.act(
        'changed',
        () => {
          second.send({ type: 'pin.typed', isEmpty: false })
          save(second, { bank_name: 'My Bank', pay_password: pin, expect: 4 })
        },
        { second: 'bound' },
      )
    },
  }),
]
