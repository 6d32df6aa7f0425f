import { position } from '#contract/lever/lever-position.ts'
import { trigger, type Trigger } from '#contract/trigger/trigger.ts'
import { encode } from '#contract/wire/coded.ts'
import { setConfig } from '#src/stores/config.ts'
import { aPosition } from '#tests/support/builders/position.ts'
import { aTrigger } from '#tests/support/builders/trigger.ts'
import { leverTicket, longRow, marksOf, pageOf, standLever } from '#tests/support/lever-page.tsx'
import { live, said } from '#tests/support/page-services.tsx'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'

beforeEach(() => setConfig({ setting: null, verification: false }))
const closing = (id: number, more: Partial<Trigger>) =>
  aTrigger({ id, product: 'lever', act: 'close', parent: { kind: 'position', id: 1 }, ...more })
const listOf = (triggers: readonly Trigger[]) =>
  said({ ...pageOf([]), data: triggers.map((each) => encode(trigger, each)) })
const long = aPosition({
  share: 4,
  number: '0.04',
  trade_fee: '1.2',
  caution_money: '240',
  origin_caution_money: '240',
})
const sized = (wanted: string) => ({ by: 'lots', wanted, left: wanted }) as const

test('the sheet of a contract shows all its prices around the mark, each leg with its lots and its net result; a leg is changed and removed there', async () => {
  const legs = [
    closing(5, { role: 'profit', when: 'above', trigger_price: '63000.00', size: sized('1') }),
    closing(6, { role: 'profit', when: 'above', trigger_price: '62000.00', size: sized('2') }),
  ]
  const gone = said({ ...encode(trigger, { ...closing(6, legs[1] ?? {}), status: 'cancelled', rev: 2 }) })
  const { user, callsOf } = await standLever([long], {
    '/api/trigger/list': listOf(legs),
    '/api/trigger/cancel': { type: 'ok', message: 'Done.', data: gone.message },
  })
  await user.click(within(await longRow()).getByRole('button', { name: 'TP / SL' }))
  const sheet = within(await screen.findByRole('dialog'))
  await sheet.findByRole('button', { name: 'Remove Target 1 · 2 lots' })
  const scale = sheet.getByRole('group', { name: 'Prices of this contract' })
  expect(scale).toHaveTextContent(
    /Target 2 · 1 lot63,000\.00\+29\.70 USDT.*Target 1 · 2 lots62,000\.00\+39\.40 USDT.*Mark price 60,000\.00.*Entry price60,000\.00/,
  )
  await user.click(sheet.getByRole('button', { name: 'Remove Target 1 · 2 lots' }))
  await waitFor(() => expect(callsOf('/api/trigger/cancel')).toEqual([{ id: 6, expect: 'armed', whole: 0 }]))
})
test('break-even and half of the gain are filled in as a stop, net of fees, or it is said why not; a part is closed from the same sheet', async () => {
  const { user, marks$ } = await standLever([long], { '/api/trigger/list': listOf([]) })
  await user.click(within(await longRow()).getByRole('button', { name: 'TP / SL' }))
  const sheet = within(await screen.findByRole('dialog'))
  await user.click(await sheet.findByRole('button', { name: 'Break-even' }))
  expect(sheet.getByText('The mark has to pass 60,030.00 first.')).toBeVisible()
  await user.click(sheet.getByRole('button', { name: 'Lock 50%' }))
  expect(sheet.getByText('There is no net gain to lock in yet.')).toBeVisible()
  act(() => marks$.next(live(marksOf('61030'))))
  await user.click(sheet.getByRole('button', { name: 'Break-even' }))
  expect(sheet.getByLabelText('Stop loss')).toHaveValue('60,030.00')
  expect(sheet.getByLabelText('Stop loss')).toHaveAccessibleDescription('0.00% · 0.00 USDT')
  await user.click(sheet.getByRole('button', { name: 'Lock 50%' }))
  expect(sheet.getByLabelText('Stop loss')).toHaveValue('60,530.00')
  await user.click(sheet.getByRole('button', { name: 'Close ½' }))
  expect(await screen.findByRole('button', { name: 'Close 2 lots' })).toBeVisible()
})
test('a target of some lots is added to a contract; the only stop of one at a loss is not removed without a consent', async () => {
  const trail = {
    by: 'percent',
    distance: '2',
    activate_price: null,
    extreme: '60000.00',
    trigger_now: '58800.00',
  } as const
  const only = closing(7, { trigger_price: null, trail, size: { by: 'all', wanted: '0', left: '4' } })
  const { user, callsOf } = await standLever([long], {
    '/api/trigger/list': listOf([only]),
    '/api/trigger/place': { type: 'ok', message: 'Done.', data: { group_id: null, triggers: [] } },
  })
  await user.click(within(await longRow()).getByRole('button', { name: 'TP / SL' }))
  const sheet = within(await screen.findByRole('dialog'))
  await user.click(await sheet.findByRole('button', { name: 'Remove Trailing stop 2%' }))
  const consent = await sheet.findByRole('checkbox', { name: 'I accept that this position at a loss has no stop.' })
  expect(callsOf('/api/trigger/cancel')).toEqual([])
  await user.click(consent)
  await user.click(sheet.getByRole('button', { name: 'Remove Trailing stop 2%' }))
  await waitFor(() => expect(callsOf('/api/trigger/cancel')).toHaveLength(1))
  await user.click(sheet.getByRole('button', { name: 'Add a target' }))
  const adding = within(await screen.findByRole('dialog', { name: 'Add a target · BTC/USDT' }))
  await user.type(adding.getByLabelText(/Target price/), '61000')
  await user.click(adding.getByRole('button', { name: 'Add a target' }))
  await waitFor(() =>
    expect(callsOf('/api/trigger/place')).toMatchObject([
      {
        act: 'close',
        parent: { kind: 'position', id: 1 },
        legs: [{ role: 'profit', trigger_price: '61000', share: 2 }],
      },
    ]),
  )
})
test('what waits stands with what will protect it; an entry at a limit is moved, and all end by one call', async () => {
  const waits = aTrigger({
    id: 8,
    product: 'lever',
    act: 'open_long',
    role: 'entry',
    group_id: 3,
    when: 'above',
    trigger_price: '61000.00',
    size: sized('2'),
    multiple: 10,
  })
  const stop = closing(9, { group_id: 3, parent: null, status: 'dormant', trigger_price: '60500.00' })
  const { user, callsOf } = await standLever([aPosition({ status: 'pending', price: '58000' })], {
    '/api/trigger/list': listOf([waits, stop]),
    '/api/lever/amend': {
      type: 'ok',
      message: 'Done.',
      data: encode(position, aPosition({ status: 'pending', price: '57000', rev: 2 })),
    },
    '/api/order/cancel_all': { type: 'ok', message: 'Done.', data: { cancelled: [] } },
  })
  await user.click(await screen.findByRole('tab', { name: 'Pending (2)' }))
  expect(await screen.findByRole('article', { name: 'BTC/USDT Stop entry' })).toHaveTextContent('Armed · 1.66% away')
  expect(screen.getByRole('article', { name: 'BTC/USDT Stop' })).toHaveTextContent('Waits for the entry')
  await user.click(within(await longRow()).getByRole('button', { name: 'Change' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Change order' }))
  await user.clear(sheet.getByLabelText(/Limit price/))
  await user.type(sheet.getByLabelText(/Limit price/), '57000')
  await user.click(sheet.getByRole('button', { name: 'Change' }))
  await waitFor(() => expect(callsOf('/api/lever/amend')).toEqual([{ id: 1, expect: 0, target_price: '57000' }]))
  await user.click(screen.getByRole('button', { name: 'Cancel all' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Cancel all' }))
  await waitFor(() =>
    expect(callsOf('/api/order/cancel_all')).toEqual([{ product: 'lever', classes: ['resting', 'entries'] }]),
  )
})

test('an entry that waits for a price is placed by one call, with all that protects it; its review tells what it waits for and what is set aside', async () => {
  const placed = { type: 'ok', message: 'Done.', data: { group_id: null, triggers: [] } }
  const { user, callsOf } = await standLever([], { '/api/trigger/place': placed })
  await user.selectOptions(leverTicket().getByLabelText('Order type'), 'stop')
  await user.click(screen.getByRole('button', { name: 'Open long' }))
  expect(await leverTicket().findByText('Lots must be a whole number of at least 1.')).toBeVisible()
  await user.type(await leverTicket().findByLabelText('Trigger (USDT)'), '61000')
  await user.selectOptions(leverTicket().getByLabelText('Good till'), 'day')
  await user.click(leverTicket().getByRole('button', { name: 'Take profit / stop loss' }))
  const legs = within(await screen.findByRole('dialog', { name: 'Take profit / stop loss' }))
  await user.click(await legs.findByRole('button', { name: 'Add a target' }))
  await user.type(legs.getByLabelText('Target 1'), '63000')
  await user.click(
    within(legs.getByRole('radiogroup', { name: 'Lots of: Target 1' })).getByRole('radio', { name: '50% of lots' }),
  )
  await user.type(legs.getByLabelText('Target 2'), '65000')
  await user.click(
    within(legs.getByRole('radiogroup', { name: 'Lots of: Target 2' })).getByRole('radio', { name: '100% of lots' }),
  )
  await user.click(legs.getByRole('radio', { name: 'Trailing stop' }))
  await user.click(legs.getByRole('button', { name: '2%' }))
  await user.click(legs.getByRole('button', { name: 'Done' }))
  expect(leverTicket().getByRole('button', { name: 'Take profit / stop loss' })).toHaveTextContent(
    '63,000.00 +1 / ↕ 2%',
  )
  await user.type(leverTicket().getByLabelText('Lots'), '2')
  await user.click(screen.getByRole('button', { name: 'Open long' }))
  const sheet = await screen.findByRole('dialog', { name: 'Review contract' })
  for (const words of [
    'Long 10× · Cross · Stop',
    'Waits forMark price ≥ 61,000.00',
    'Entry price≈ 61,001.00',
    'Target 1 · 1 lot if the book looks like now63,000.00',
    'Trailing stop 2% if the book looks like now59,780.00',
    'Target 2 · 1 lot if the book looks like now65,000.00',
    'Risk : reward1 : 2.37',
    'Set aside now123.23 USDT',
  ])
    expect(sheet).toHaveTextContent(words)
  await user.click(within(sheet).getByRole('button', { name: 'Place stop' }))
  expect(await within(sheet).findByText('It waits for its price.')).toBeVisible()
  expect(callsOf('/api/trigger/place')).toMatchObject([
    {
      product: 'lever',
      act: 'open_long',
      multiple: 10,
      legs: [
        { role: 'entry', source: 'mark', trigger_price: '61000', share: 2 },
        { role: 'profit', trigger_price: '65000' },
        { role: 'profit', trigger_price: '63000', share: 1 },
        { role: 'stop', trail: { by: 'percent', distance: '2' } },
      ],
    },
  ])
  expect(callsOf('/api/lever/submit')).toEqual([])
})
