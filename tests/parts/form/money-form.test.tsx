import { assets } from '#contract/assets/assets.ts'
import { encode } from '#contract/wire/coded.ts'
import { createRequest } from '#src/api/request.ts'
import type { RawReply } from '#src/api/understand.ts'
import { ServicesContext, useServices } from '#src/actors/services.tsx'
import { tidyDecimal } from '#src/lib/amount.ts'
import { amountFault } from '#src/parts/form/amount-fault.ts'
import { MoneyField } from '#src/parts/form/money-field.tsx'
import { moneyForm, useMoneyForm } from '#src/parts/form/money-form.ts'
import { MoneyPage } from '#src/parts/form/money-shell.tsx'
import { showPage } from '#tests/support/page-services.tsx'
import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState, type ReactNode } from 'react'
import { beforeEach, expect, test } from 'vitest'

type Sent = { readonly url: string; readonly body: Record<string, unknown>; readonly key: string | null }
const raw = (body: unknown): RawReply => ({ status: 200, retryAfterMs: null, body })
const refusal = (reason: string) => raw({ type: 'error', message: '', reason })
const given = raw({
  type: 'ok',
  message: encode(assets.gift.output, {
    id: '1',
    gift_no: 'G1',
    direction: 'out',
    peer: 'ben@example.org',
    currency_id: 3,
    currency_name: 'USDT',
    number: '5',
    fee: '0',
    remark: null,
    status: 'done',
    create_time: '2026-01-05 00:00:00',
  }),
})

const time = { now: 0 }
beforeEach(() => {
  sessionStorage.clear()
  time.now = 1_000_000
})

const giftForm = moneyForm<{ readonly free: string }>()({
  call: assets.gift,
  draft: () => 'probe',
  fields: () => ({ email: 'ben@example.org', amount: '' }),
  sums: ({ amount }) => ({ amount: tidyDecimal(amount) }),
  faults: ({ sums: { amount }, live: { free } }) => ({ amount: amountFault(amount, { free }) }),
  fieldOf: { insufficient_balance: 'amount' },
  input: ({ texts: { email }, sums: { amount } }, { pin }) => ({
    email,
    currency_id: 3,
    number: amount,
    remark: '',
    pay_password: pin,
  }),
  review: ({ sums: { amount } }) => ({
    title: 'Read this',
    rows: [{ name: 'Amount', value: amount }],
    confirm: 'Confirm',
    needsPin: true,
    doneTitle: 'Given',
  }),
})
/** A form of which `isMissing` says that something is not in place yet. */
function Gift({ isMissing = false }: { readonly isMissing?: boolean }) {
  const [told, setTold] = useState('')
  const gate = {
    pass: (go: () => void) => (isMissing ? setTold('missing') : go()),
    heard: (failure: unknown) => {
      const isMine = JSON.stringify(failure).includes('kyc_needed')
      if (isMine) setTold('level')
      return isMine
    },
  }
  const form = useMoneyForm(giftForm, { free: '10' }, { gate })
  return (
    <MoneyPage form={form} label="Gift" button="Review">
      <p data-testid="told">{told}</p>
      <MoneyField fields={form.fields} name="amount" label="Amount" unit="USDT" scale={6} />
    </MoneyPage>
  )
}

const stand = async (page: ReactNode, answerOf: (sent: Sent) => RawReply | null | Promise<RawReply | null>) => {
  const sent: Sent[] = []
  const request = createRequest({
    send: ({ url, body, key }) => {
      const one = { url, body: Object(body), key }
      sent.push(one)
      return Promise.resolve(answerOf(one))
    },
  })
  function At({ children }: { readonly children: ReactNode }) {
    return (
      <ServicesContext value={{ ...useServices(), request, serverNow: () => time.now }}>{children}</ServicesContext>
    )
  }
  await showPage(<At>{page}</At>)
  return sent
}
const isOf =
  ({ path }: { readonly path: string }) =>
  ({ url }: Sent) =>
    url.endsWith(path)
const changesIn = (sent: readonly Sent[]) => sent.filter(isOf(assets.gift))
const type = (text: string) => userEvent.type(screen.getByLabelText('Amount'), text)
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const review = () => screen.queryByRole('dialog', { name: 'Read this' })
const confirm = async () => {
  await userEvent.type(await screen.findByLabelText('Enter your fund password'), '123456')
  await press('Confirm')
}

test('MONEY-5 what is missing is told first: the review does not open and nothing is sent before', async () => {
  const sent = await stand(<Gift isMissing />, () => given)
  await type('5')
  await press('Review')
  expect([screen.getByTestId('told').textContent, review(), changesIn(sent)]).toEqual(['missing', null, []])
})

test('MONEY-5 a fault keeps the review shut; a right form is read, and sent once by a tap after the fund password', async () => {
  const sent = await stand(<Gift />, () => given)
  await type('50')
  await press('Review')
  expect(review()).toBeNull()
  expect(screen.getByLabelText('Amount')).toHaveAttribute('aria-invalid', 'true')
  await userEvent.clear(screen.getByLabelText('Amount'))
  await type('5')
  await press('Review')
  await press('Confirm')
  expect(changesIn(sent)).toEqual([])
  await confirm()
  expect(await screen.findByText('Given')).toBeVisible()
  expect(changesIn(sent).map(({ body }) => [body['number'], body['pay_password']])).toEqual([['5', '123456']])
  await press('Done')
  expect(screen.getByLabelText('Amount')).toHaveValue('')
})

test('MONEY-5 a lost answer is unknown and asked for by its key; what is known then is told', async () => {
  const told: { outcome: RawReply | null } = { outcome: null }
  const sent = await stand(<Gift />, (one) => (isOf(assets.gift)(one) ? null : told.outcome))
  await type('5')
  await press('Review')
  await confirm()
  expect(await screen.findByText('Checking with the server')).toBeVisible()
  const [first] = changesIn(sent)
  told.outcome = raw({ type: 'ok', message: { state: 'done', status: 200, answer: given.body } })
  expect(await screen.findByText('Given', {}, { timeout: 4000 })).toBeVisible()
  expect(changesIn(sent)).toHaveLength(1)
  expect(JSON.stringify(sent.filter((one) => !isOf(assets.gift)(one)))).toContain(first?.key)
})

test('MONEY-5 a refusal about a field stands at it once the review is closed, one that names a gap leads to the gate; what was typed stays', async () => {
  const answers = [refusal('kyc_needed'), refusal('insufficient_balance')]
  await stand(<Gift />, () => answers.shift() ?? null)
  await type('5')
  await press('Review')
  await confirm()
  expect(await screen.findByText('level')).toBeVisible()
  expect(review()).toBeNull()
  await press('Review')
  await confirm()
  const [close = document.body] = await within(await screen.findByRole('dialog')).findAllByRole('button', {
    name: 'Close',
  })
  await userEvent.click(close)
  expect(screen.getByLabelText('Amount')).toHaveValue('5')
  expect(screen.getByLabelText('Amount')).toHaveAttribute('aria-invalid', 'true')
})

const bareForm = moneyForm<{ readonly gate: { pass: (go: () => void) => void; heard: () => boolean } }>()({
  call: assets.gift,
  draft: () => 'probe',
  fields: () => ({ amount: '', pin: '' }),
  secrets: ['pin'],
  sums: ({ amount }) => ({ amount: tidyDecimal(amount) }),
  faults: ({ sums: { amount } }) => ({ amount: amountFault(amount) }),
  fieldOf: { pay_password_wrong: 'pin' },
  input: ({ texts: { pin }, sums: { amount } }) => ({
    email: '',
    currency_id: 3,
    number: amount,
    remark: '',
    pay_password: pin,
  }),
})
function Bare() {
  const [isOpen, setIsOpen] = useState(false)
  const gate = { pass: (go: () => void) => (isOpen ? go() : setIsOpen(true)), heard: () => false }
  const form = useMoneyForm(bareForm, { gate }, { gate: (live) => live.gate })
  return (
    <MoneyPage form={form} label="Gift" button="Send">
      <p data-testid="told">{isOpen ? 'missing' : ''}</p>
      <MoneyField fields={form.fields} name="amount" label="Amount" unit="USDT" scale={6} />
      <input aria-label="Pin" value={form.texts.pin} onChange={({ target }) => form.fields.set('pin', target.value)} />
    </MoneyPage>
  )
}
test('without a review the gate of what is typed comes before the faults, and a password that was refused is typed anew', async () => {
  await stand(<Bare />, () => refusal('pay_password_wrong'))
  await press('Send')
  expect([screen.getByTestId('told').textContent, screen.getByLabelText('Amount').ariaInvalid]).toEqual([
    'missing',
    null,
  ])
  await press('Send')
  expect(screen.getByLabelText('Amount')).toHaveAttribute('aria-invalid', 'true')
  await type('5')
  await userEvent.type(screen.getByLabelText('Pin'), '123456')
  await press('Send')
  expect(screen.getByLabelText('Pin')).toHaveValue('')
  expect(screen.getByLabelText('Amount')).toHaveValue('5')
})

const flashForm = moneyForm<{ readonly rate: string }>()({
  call: assets.flash,
  draft: () => 'probe',
  fields: () => ({ amount: '' }),
  sums: ({ amount }) => ({ amount: tidyDecimal(amount) }),
  faults: ({ sums: { amount } }) => ({ amount: amountFault(amount) }),
  quote: ({ sums: { amount } }) => (amount === '' ? null : { kind: 'flash', from: 3, to: 1, num: amount }),
  input: (_, { quote }) =>
    quote === null ? null : { l_currency_id: 3, r_currency_id: 1, num: quote.num, quote_id: quote.quote_id },
  review: ({ quoted }) => ({
    title: 'Read this',
    rows: [{ name: 'Receive', value: quoted.quote?.result ?? '—' }],
    note: (
      <button type="button" onClick={quoted.renew}>
        Another
      </button>
    ),
    confirm: 'Confirm',
  }),
})
function Flash() {
  const form = useMoneyForm(flashForm, { rate: '1' })
  return (
    <MoneyPage form={form} label="Exchange" button="Review">
      <MoneyField fields={form.fields} name="amount" label="Amount" unit="USDT" scale={6} />
      <p data-testid="quote">{form.quoted.state}</p>
      <button type="button" onClick={form.quoted.lapse}>
        End
      </button>
    </MoneyPage>
  )
}
test('MONEY-5 X1 a quote that ends on the way stops the sending, and the next one lets it go on', async () => {
  const quotes = ['q1', 'q2'].map((quote_id) =>
    raw({
      type: 'ok',
      message: {
        quote_id,
        kind: 'flash',
        from_currency: 3,
        to_currency: 1,
        price: '1',
        num: '5',
        result: '5',
        fee: '0',
        expires_ms: 1_060_000,
        server_now_ms: 1_000_000,
        used: 0,
      },
    }),
  )
  const sent = await stand(<Flash />, (one) => (isOf(assets.quote)(one) ? (quotes.shift() ?? null) : null))
  await type('5')
  expect(await screen.findByText('held', {}, { timeout: 2000 })).toBeVisible()
  await press('Review')
  expect(review()).toBeVisible()
  time.now = 1_060_000
  await press('Confirm')
  const flashed = () => sent.filter(isOf(assets.flash)).map(({ body }) => body['quote_id'])
  expect([screen.getByTestId('quote').textContent, flashed()]).toEqual(['lapsed', []])
  await act(async () => void (time.now = 1_000_000))
  await press('Another')
  expect(await screen.findByText('held')).toBeInTheDocument()
  await press('Confirm')
  expect(flashed()).toEqual(['q2'])
})
