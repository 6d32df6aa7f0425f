import { DeskPage } from '#src/features/desk/desk-page.tsx'
import { said, showPage } from '#tests/support/page-services.tsx'
import { onWire } from '#tests/support/otc/otc-builders.ts'
import { useToasts } from '#src/stores/toasts.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'

const at = '/pages/desk/index'
const user = { id: 100_002, nickname: 'Ann', account: 'an***@kontor.test' }
const row = {
  id: 'kyc-100002',
  kind: 'kyc',
  status: 'open',
  user,
  title: 'Lee Siu Ming',
  amount: null,
  coin: null,
  signals: ['card_elsewhere'],
  opened_ms: 1000,
  decided_ms: null,
  reason: null,
  assigned: null,
  rev: 3,
}
const full = {
  ...row,
  files: [{ name: 'front', url: '/upload/a.png' }],
  relatives: [{ ...user, id: 100_009, shares: 'card', kyc: 1 }],
  history: [],
  past: [],
  may: ['pass', 'reject'],
  asks: [],
  is_own: 0,
  needs_two: 0,
  facts: [{ name: 'card', value: 'A1234567', unit: null, elsewhere: null, is_odd: 1 }],
  approved: null,
  appeal: null,
  ties: [],
  change: null,
  asked: [],
  may_ask: [{ ...user, lang: 'en' }],
  colleagues: [],
  lang: 'en',
  server_now_ms: 61_000,
}
const home = said({
  me: user,
  powers: ['deskKyc'],
  queues: [{ kind: 'kyc', open: 1, oldest_ms: 1000 }],
  service: null,
  gaps: [],
  server_now_ms: 61_000,
})
const list = said({ list: [row], count: 1, page: 1, limit: 10, server_now_ms: 61_000 })

test('DESK-13 without a power there is no page', async () => {
  await showPage(<DeskPage />, {
    answers: { '/api/desk/index': { type: 'error', message: 'No such thing.', reason: 'not_found' } },
    at,
  })
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeVisible()
  expect(screen.queryByRole('tab')).toBeNull()
})

test('DESK-60 who has no second factor yet is led to where it is set up', async () => {
  await showPage(<DeskPage />, {
    answers: { '/api/desk/index': { type: 'error', message: 'Set one up.', reason: 'desk_factor' } },
    at,
  })
  expect(await screen.findByText(/^The desk opens only with a second factor/)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Security centre' }))
  expect(location.hash).toBe('#/pages/settings/security/index')
})

test('DESK-13 a case stands with its files, facts and relatives; rejecting asks for a reason, and sends it with the version it was read in', async () => {
  const answers = {
    '/api/desk/index': home,
    '/api/desk/cases': list,
    '/api/desk/case': said(full),
    '/api/desk/decide': said({ ...row, status: 'rejected', rev: 4 }),
  }
  const { asked } = await showPage(<DeskPage />, { answers, at })
  expect((await screen.findAllByRole('tab')).map(({ textContent }) => textContent)).toEqual(['Identity1'])
  await userEvent.click(await screen.findByRole('button', { name: /Lee Siu Ming.*ID used by another account/ }))
  expect(await screen.findByRole('img', { name: 'Front' })).toHaveAttribute('src', '/upload/a.png')
  expect(screen.getByRole('row', { name: /ID number A1234567 Compare/ })).toBeVisible()
  expect(screen.getByText(/same ID/)).toBeVisible()
  const form = screen.getByRole('complementary', { name: 'Decide' })
  await userEvent.click(screen.getByRole('radio', { name: 'Reject' }))
  const reject = screen.getByRole('button', { name: 'Reject' })
  await userEvent.click(reject)
  expect(form).toHaveTextContent('A reason is required.')
  expect(asked.some(({ path }) => path === '/api/desk/decide')).toBe(false)
  await userEvent.click(screen.getByRole('button', { name: 'Name differs' }))
  await userEvent.click(reject)
  await waitFor(() =>
    expect(asked.find(({ path }) => path === '/api/desk/decide')?.body).toEqual({
      id: 'kyc-100002',
      decision: 'reject',
      reason: 'The name differs from the one on the document.',
      expect: 3,
    }),
  )
})

test('DESK-26 an open case that a newer application has replaced gives way to it and says so', async () => {
  const answers = {
    '/api/desk/index': home,
    '/api/desk/cases': list,
    '/api/desk/case': said({ ...full, id: 'kyc-100002-2' }),
  }
  await showPage(<DeskPage />, { answers, at: `${at}?case=kyc-100002` })
  await waitFor(() => expect(useToasts.getState().toasts.map(({ text }) => text)).toContain('desk:replaced'))
  expect(location.hash).toContain('case=kyc-100002-2')
})

test('DESK-26 a decision that comes too late shows how the case was decided', async () => {
  const decided = { ...full, status: 'rejected', may: [], reason: 'Rejected elsewhere', decided_ms: 50_000, rev: 4 }
  let reads = 0
  const answers = {
    '/api/desk/index': home,
    '/api/desk/cases': list,
    '/api/desk/decide': { type: 'error', message: 'Moved.', reason: 'state_moved', params: { now: row } },
    get '/api/desk/case'() {
      reads += 1
      return said(reads === 1 ? full : decided)
    },
  }
  await showPage(<DeskPage />, { answers, at: `${at}?case=kyc-100002` })
  await userEvent.click((await screen.findAllByRole('button', { name: 'Pass' })).at(-1) ?? document.body)
  expect(await screen.findByText('Rejected elsewhere')).toBeVisible()
})

const moneyRow = {
  ...row,
  id: 'withdraw-7',
  kind: 'withdraw',
  title: 'TRC20 · TA4Y62o6YC2Zsck9rZVGTvqW1AQ7X9zTnj',
  amount: '12000',
  coin: 'USDT',
  signals: ['needs_two'],
  rev: 1,
}
const moneyFull = {
  ...full,
  ...moneyRow,
  files: [],
  asks: ['txid'],
  needs_two: 1,
  past: [{ ...moneyRow, id: 'deposit-3', kind: 'deposit', status: 'passed', amount: '500' }],
  facts: [
    { name: 'address', value: 'TA4Y62o6YC2Zsck9rZVGTvqW1AQ7X9zTnj', unit: null, elsewhere: null, is_odd: 0 },
    { name: 'receipt', value: '11988', unit: 'USDT', elsewhere: null, is_odd: 0 },
  ],
}
const moneyHome = said({
  me: user,
  powers: ['deskMoney'],
  queues: [{ kind: 'withdraw', open: 1, oldest_ms: 1000 }],
  service: null,
  gaps: [],
  server_now_ms: 61_000,
})
const showMoney = (found: object, decided: object) =>
  showPage(<DeskPage />, {
    answers: {
      '/api/desk/index': moneyHome,
      '/api/desk/cases': said({ list: [moneyRow], count: 1, page: 1, limit: 10, server_now_ms: 61_000 }),
      '/api/desk/case': said(found),
      '/api/desk/decide': said(decided),
    },
    at: `${at}?tab=withdraw&case=withdraw-7`,
  })

test('DESK-17 the first of two approves a withdrawal before anything is sent, so no transaction is asked for', async () => {
  const { asked } = await showMoney(moneyFull, moneyRow)
  expect(await screen.findByRole('heading', { name: /^Send 11,988.*USDT/ })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Copy: Person receives' })).toBeVisible()
  expect(screen.getByText('TA4Y62o6YC2Zsck9rZVGTvqW1AQ7X9zTnj')).toBeInTheDocument()
  expect(screen.getByRole('link', { name: /Deposits.*500.*USDT/ })).toHaveAttribute(
    'href',
    '#/pages/desk/index?tab=deposit&case=deposit-3',
  )
  expect(screen.queryByLabelText('Transaction number')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Approve' }))
  await waitFor(() =>
    expect(asked.find(({ path }) => path === '/api/desk/decide')?.body).toEqual({
      id: 'withdraw-7',
      decision: 'pass',
      reason: '',
      expect: 1,
    }),
  )
})

test('DESK-17 the second of two passes it with the transaction that paid it, and not without', async () => {
  const { asked } = await showMoney(
    {
      ...moneyFull,
      signals: ['first_approval'],
      approved: { by: { ...user, nickname: 'Cleo' }, at_ms: 2000, credited: null, txid: null },
    },
    { ...moneyRow, status: 'passed', rev: 2 },
  )
  const pass = (await screen.findAllByRole('button', { name: 'Pass' })).at(-1)
  if (!pass) throw new Error('no button')
  await userEvent.click(pass)
  expect(await screen.findByText('The transaction number is required.')).toBeVisible()
  await userEvent.type(screen.getByLabelText('Transaction number'), ` ${'a'.repeat(64)} `)
  await userEvent.click(pass)
  await waitFor(() =>
    expect(asked.find(({ path }) => path === '/api/desk/decide')?.body).toEqual({
      id: 'withdraw-7',
      decision: 'pass',
      reason: '',
      expect: 1,
      txid: 'a'.repeat(64),
    }),
  )
})

const party = {
  id: 100_002,
  nickname: 'Ann',
  account: 'an***@kontor.test',
  real_name: 'ANN LEE',
  is_bot: 0,
  done_count: 3,
  finish_rate: '100',
  won: 1,
  lost: 0,
}
const appeal = {
  order_no: 'C7',
  currency_name: 'USDT',
  fiat: 'USD',
  unit_price: '1.01',
  number: '100',
  total_amount: '101',
  way: 'bank',
  fee: '0.1',
  fee_payer: 'seller',
  buyer: { ...party, real_name: 'BEN LEE' },
  seller: party,
  payment_vouchers: ['/upload/v.png'],
  appeals: [{ by: 'seller', kind: 'seller', problem: 'No money came', vouchers: [], at_ms: 2000 }],
  talk: [],
  has_more_talk: 0,
  offers: [],
  split: null,
  ruling: null,
  payee: { ...onWire.order().payee },
  status: 'seller_appealing',
  create_ms: 1000,
  paid_ms: 1500,
  ended_ms: null,
  moved_ms: 0,
  like: [
    {
      case_id: 'appeal-3',
      order_no: 'C3',
      way: 'bank',
      fiat: 'USD',
      total_amount: '50',
      ruling: { to: 'buyer', reason: 'Bank receipt shown', at_ms: 900 },
    },
  ],
}
test('DESK-18 an appeal shows both sides and like cases; no side is chosen beforehand, and the reason goes with the ruling', async () => {
  const one = {
    ...full,
    id: 'appeal-7',
    kind: 'appeal',
    title: 'Ann → Ben · C7',
    signals: ['no_answer'],
    facts: [],
    files: [],
    relatives: [],
    may: ['to_buyer', 'to_seller'],
    appeal,
  }
  const answers = {
    '/api/desk/index': said({
      me: user,
      powers: ['deskAppeal'],
      queues: [{ kind: 'appeal', open: 1, oldest_ms: 1000 }],
      service: null,
      gaps: [],
      server_now_ms: 61_000,
    }),
    '/api/desk/cases': said({ list: [], count: 0, page: 1, limit: 10, server_now_ms: 61_000 }),
    '/api/desk/case': said(one),
    '/api/desk/decide': said({ ...row, id: 'appeal-7', kind: 'appeal', status: 'ruled', rev: 4 }),
  }
  const { asked } = await showPage(<DeskPage />, { answers, at: `${at}?case=appeal-7` })
  expect(await screen.findByRole('region', { name: 'Seller' })).toHaveTextContent(/ANN LEE.*No money came/)
  expect(screen.getByRole('region', { name: 'Buyer' })).toHaveTextContent(/BEN LEE.*Has said nothing yet/)
  expect(screen.getByRole('img', { name: 'Payment voucher 1' })).toHaveAttribute('src', '/upload/v.png')
  expect(screen.getByRole('button', { name: /Coins to the buyer.*C3.*Bank receipt shown/ })).toBeVisible()
  const form = screen.getByRole('complementary', { name: 'Decide' })
  expect(within(form).queryAllByRole('radio', { checked: true })).toEqual([])
  await userEvent.click(within(form).getByRole('radio', { name: 'Coins to the seller' }))
  await userEvent.click(within(form).getByRole('button', { name: 'No payment proven' }))
  await userEvent.click(within(form).getByRole('button', { name: 'Coins to the seller' }))
  await waitFor(() =>
    expect(asked.find(({ path }) => path === '/api/desk/decide')?.body).toEqual({
      id: 'appeal-7',
      decision: 'to_seller',
      reason: 'Nothing proves that the payment arrived at the given account.',
      expect: 3,
    }),
  )
})

test('DESK-29 a proposal tells what changes and who is tied to whom, and its first person only rejects it', async () => {
  const change = { about: 'hosting USDT · 7', before: '{"dayRate":"0.0025"}', after: '{"dayRate":"0.05"}' }
  const one = { ...row, id: 'change-4', kind: 'change', title: change.about, signals: ['moved'] }
  const answers = {
    '/api/desk/index': said({
      me: user,
      powers: ['deskSettings'],
      queues: [{ kind: 'change', open: 1, oldest_ms: 1000 }],
      service: null,
      gaps: [],
      server_now_ms: 61_000,
    }),
    '/api/desk/cases': said({ list: [one], count: 1, page: 1, limit: 10, server_now_ms: 61_000 }),
    '/api/desk/case': said({
      ...full,
      ...one,
      facts: [],
      files: [],
      relatives: [],
      change,
      may: ['reject'],
      needs_two: 1,
      ties: [{ ...user, id: 100_009, by: ['device', 'invitation'] }],
      approved: { by: user, at_ms: 2000, credited: null, txid: null },
    }),
  }
  await showPage(<DeskPage />, { answers, at: `${at}?case=change-4` })
  expect(await screen.findByRole('heading', { name: 'Hosting: USDT · 7' })).toBeVisible()
  expect(screen.getByText('Daily rate (fraction) 0.0025 → 0.05')).toBeVisible()
  expect(screen.getByText('You are tied to Ann · 100009 (same device, invitation). The log will say so.')).toBeVisible()
  const form = within(screen.getByRole('complementary', { name: 'Decide' }))
  expect(form.queryByRole('button', { name: 'Pass' })).toBeNull()
  expect(form.getByRole('button', { name: 'Reject' })).toBeVisible()
})

const settingsHome = said({
  me: user,
  powers: ['deskSettings'],
  queues: [],
  service: null,
  gaps: [],
  server_now_ms: 61_000,
})
const setting = { type: 'decimal', min: '0', max: '100000', waits: null }
const settings = said([
  { ...setting, name: 'spot.coinTradeFee', value: '0.001', initial: '0.001', waits: 'change-4' },
  { ...setting, name: 'option.exposure', value: '50000', initial: '50000' },
])
test.each([
  ['60000', '50,000 → 60,000', 'Propose', 'change-5', 'desk:proposed'],
  ['40000', '50,000 → 40,000', 'Save', null, 'desk:saved'],
])(
  'DESK-29 a limit changed to %s says before and after, and whether one person is enough',
  async (value, line, button, waits, told) => {
    let asks = 0
    // The list, the change, the list again.
    const changed = said({ ...setting, name: 'option.exposure', value: '50000', initial: '50000', waits })
    const answers = {
      '/api/desk/index': settingsHome,
      '/api/desk/house': said([]),
      get '/api/desk/settings'() {
        asks += 1
        return asks === 2 ? changed : settings
      },
    }
    const { asked } = await showPage(<DeskPage />, { answers, at: `${at}?tab=settings` })
    expect(await screen.findByRole('link', { name: 'A change waits for a second person' })).toHaveAttribute(
      'href',
      '#/pages/desk/index?tab=change&case=change-4',
    )
    await userEvent.click(within(screen.getByRole('row', { name: /Option exposure/ })).getByRole('button'))
    const field = screen.getByRole('textbox', { name: 'Value' })
    await userEvent.clear(field)
    await userEvent.type(field, value)
    await userEvent.type(screen.getByRole('textbox', { name: /^Reason/ }), 'Season.')
    expect(screen.getByText(line)).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: button }))
    await waitFor(() => expect(useToasts.getState().toasts.map(({ text }) => text)).toContain(told))
    expect(asked.find(({ body }) => Object(body).name !== undefined)?.body).toEqual({
      name: 'option.exposure',
      value,
      expect: '50000',
      reason: 'Season.',
    })
  },
)

test('DESK-18 a deposit is not passed with the claimed sum unseen: what has arrived is typed', async () => {
  const deposit = { ...moneyRow, id: 'deposit-3', kind: 'deposit', amount: '500' }
  const files = ['a', 'b'].map((name) => ({ name: 'proof', url: `/upload/${name}.png` }))
  const { asked } = await showPage(<DeskPage />, {
    answers: {
      '/api/desk/index': said({
        me: user,
        powers: ['deskMoney'],
        queues: [{ kind: 'deposit', open: 1, oldest_ms: 1000 }],
        service: null,
        gaps: [],
        server_now_ms: 61_000,
      }),
      '/api/desk/cases': said({ list: [deposit], count: 1, page: 1, limit: 10, server_now_ms: 61_000 }),
      '/api/desk/case': said({ ...moneyFull, ...deposit, files, asks: ['credited'], needs_two: 0, past: [] }),
      '/api/desk/decide': { type: 'ok', message: 'Done.', data: { ...deposit, status: 'passed', rev: 2 } },
    },
    at: `${at}?tab=deposit`,
  })
  await userEvent.click(await screen.findByText('500.00 USDT'))
  const pass = (await screen.findAllByRole('button', { name: 'Pass' })).at(-1) ?? document.body
  await userEvent.click(pass)
  expect(asked.filter(({ path }) => path === '/api/desk/decide')).toEqual([])
  await userEvent.type(screen.getByLabelText('Arrived'), '498')
  await userEvent.click(pass)
  await waitFor(() =>
    expect(asked.find(({ path }) => path === '/api/desk/decide')?.body).toMatchObject({ credited: '498' }),
  )
  await userEvent.click(screen.getAllByRole('button', { name: /^Proof/ })[0] ?? document.body)
  expect(await screen.findByRole('dialog', { name: 'Photos' })).toHaveTextContent('1 of 2')
})

test('DESK-13 the log says acts in words, leads to their cases, and is filtered by kind and by person', async () => {
  const line = {
    id: 1,
    at_ms: 1000,
    by: { ...user, id: 100_009, nickname: 'Cleo' },
    action: 'service.answer',
    kind: 'withdraw',
    case_id: 'withdraw-7',
    about: null,
    before: JSON.stringify({ status: 'waiting' }),
    after: JSON.stringify({ status: 'taken' }),
    reason: null,
    ties: [],
  }
  const { asked } = await showPage(<DeskPage />, {
    answers: {
      '/api/desk/index': said({
        me: user,
        powers: ['deskSettings'],
        queues: [],
        service: null,
        gaps: [],
        server_now_ms: 61_000,
      }),
      '/api/desk/log': said({ list: [line], count: 1, page: 1, limit: 20 }),
    },
    at: `${at}?tab=log`,
  })
  expect(await screen.findByText('status Waiting → In progress')).toBeVisible()
  expect(screen.getByRole('link', { name: 'withdraw-7' })).toHaveAttribute(
    'href',
    '#/pages/desk/index?tab=withdraw&case=withdraw-7',
  )
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Kind' }), 'withdraw')
  await userEvent.click(await screen.findByRole('button', { name: 'Cleo' }))
  expect(await screen.findByRole('button', { name: 'Only Cleo' })).toBeVisible()
  await waitFor(() =>
    expect(asked.filter(({ path }) => path.startsWith('/api/desk/log')).at(-1)?.search).toMatch(
      /(?=.*kind=withdraw)(?=.*by=100009)/,
    ),
  )
})
test('J and K go through the cases of a queue, not while a text is typed; the filter is saved as a file', async () => {
  const other = { ...row, id: 'kyc-100003', user: { ...user, id: 100_003 } }
  const rows = said({ list: [row, other], count: 2, page: 1, limit: 10, server_now_ms: 61_000 })
  const saved: File[] = []
  Object.assign(URL, { createObjectURL: (file: File) => `#blob${saved.push(file)}`, revokeObjectURL: () => {} })
  const chosen = () => new URLSearchParams(location.hash.split('?')[1]).get('case')
  await showPage(<DeskPage />, {
    answers: {
      '/api/desk/index': home,
      '/api/desk/cases': rows,
      get '/api/desk/case'() {
        return said({ ...full, id: chosen() })
      },
    },
    at,
  })
  await screen.findByText(/100003/)
  await userEvent.keyboard('j')
  expect(chosen()).toBe(row.id)
  await userEvent.keyboard('j')
  expect(chosen()).toBe(other.id)
  await userEvent.keyboard('k')
  expect(chosen()).toBe(row.id)
  await userEvent.type(screen.getByRole('searchbox'), 'j')
  expect(chosen()).toBe(row.id)
  await userEvent.clear(screen.getByRole('searchbox'))
  await userEvent.click(await screen.findByRole('button', { name: 'Export CSV' }))
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(saved[0]?.name).toBe('kyc-open.csv')
  expect((await saved[0]?.text())?.split('\n').filter((line) => line.includes('kyc-'))).toHaveLength(2)
})
