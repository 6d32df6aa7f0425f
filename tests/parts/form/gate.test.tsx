import { somePayMethods } from '#tests/support/builders/pay-methods.ts'
import { aCell } from '#tests/support/builders/cell.ts'
import { useDraft } from '#src/lib/draft.ts'
import { go } from '#src/lib/hash-location.ts'
import { useOpened } from '#src/lib/use-opened.ts'
import { Sheet } from '#src/ui/sheet.tsx'
import { homePaths } from '#src/lib/paths/home.ts'
import { GateCard } from '#src/parts/form/gate.tsx'
import { useRequestedPayees } from '#src/parts/form/payee-path.ts'
import { neededOf, useGate, type Gate } from '#src/parts/form/use-gate.ts'
import { useSession } from '#src/stores/session.ts'
import { aRefusal } from '#tests/support/builders/failure.ts'
import { aUser } from '#tests/support/builders/user.ts'
import { live, said, showPage } from '#tests/support/page-services.tsx'
import type { Cell } from '#contract/assets/assets.ts'
import type { AccountKind } from '#contract/wire/booking.ts'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { NEVER, of } from 'rxjs'
import { expect, test } from 'vitest'

const missing = (ways: unknown) =>
  ({ kind: 'refused', reason: 'payee_missing', params: { ways }, text: null, afterMs: null }) as const
const held: { gate: Gate | null; wish: ReturnType<typeof useRequestedPayees> | null; sent: number } = {
  gate: null,
  wish: null,
  sent: 0,
}
const quiet = { events$: NEVER, renewed$: NEVER }

function Form() {
  const gate = useGate({ stops: 'withdraw' })
  const draft = useDraft('payee-form', { amount: '' })
  held.gate = gate
  return (
    <>
      <input
        aria-label="Amount"
        value={draft.texts.amount}
        onChange={({ target }) => draft.change({ amount: target.value })}
      />
      <GateCard gate={gate} />
    </>
  )
}
function Bind() {
  held.wish = useRequestedPayees()
  return null
}

test('PAYEE-1 997 links to the missing methods with a return path, and the form is kept', async () => {
  sessionStorage.clear()
  const { unmount } = await showPage(<Form />, { feeds: quiet, at: '/pages/assets/withdraw?currency=3' })
  await userEvent.type(screen.getByLabelText('Amount'), '25.5')
  await act(async () => expect(held.gate?.heard(missing(['we_chat', 'bank', 'gold']))).toBe(true))
  expect(await screen.findByText('Bank card and WeChat Pay')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Add' }))
  expect(location.hash).toBe(
    '#/pages/bankbind/addbank?ways=bank%2Cwe_chat&backpage=%2Fpages%2Fassets%2Fwithdraw%3Fcurrency%3D3',
  )
  unmount()
  await showPage(<Bind />, { at: location.hash.slice(1) })
  expect(held.wish?.ways).toEqual(['bank', 'we_chat'])
  go(held.wish?.back ?? '/')
  await showPage(<Form />, { feeds: quiet, at: location.hash.slice(1) })
  expect(screen.getByLabelText('Amount')).toHaveValue('25.5')
})

test('PAYEE-1 only what is missing is shown by the gate; an unknown return path is ignored', async () => {
  await showPage(<Form />, { feeds: quiet, at: '/pages/assets/withdraw' })
  act(() =>
    expect([held.gate?.heard(null), held.gate?.heard(aRefusal('insufficient_balance'))]).toEqual([false, false]),
  )
  expect(screen.queryByText('Before you can go on')).toBeNull()
  await showPage(<Bind />, { at: '/pages/bankbind/addbank?ways=bank&backpage=https%3A%2F%2Fevil.test' })
  expect(held.wish).toEqual({ ways: ['bank'], back: homePaths.home })
  await showPage(<Bind />, { at: '/pages/bankbind/addbank' })
  expect(held.wish).toEqual({ ways: [], back: null })
})

const cell = (kind: AccountKind, free: string): Cell => aCell({ id: 1, [`${kind}_balance`]: free })
const usdt = { currency: 3, name: 'USDT', amount: '1000' }
function Merchant() {
  const gate = useGate({ stops: 'trade', usesPin: true, payee: { of: 'each', ways: ['bank'] }, bail: usdt })
  return (
    <form
      aria-label="ad"
      onSubmit={(event) => {
        event.preventDefault()
        gate.pass(() => (held.sent += 1))
      }}
    >
      <GateCard gate={gate} />
      <button type="submit">Publish</button>
    </form>
  )
}

test('FORM-22 on opening a form shows all that is missing, with the sum and a filled-in transfer, and sends nothing', async () => {
  held.sent = 0
  const cells = { change: [cell('change', '7000')], legal: [cell('legal', '200')], lever: [], micro: [] }
  const totals = { change: '7000', legal: '200', lever: '0', micro: '0' }
  const methods = somePayMethods({
    user_id: 7,
    real_name: '',
    bank_name: '',
    bank_account: '',
    account_number: 'A',
    ways: [],
  })
  await showPage(<Merchant />, {
    feeds: { ...quiet, balances$: of(live({ cells, seq: 1, totals })) },
    answers: { '/api/user/cash_info': said(methods) },
    at: '/pages/otc/mylist?view=publish',
  })
  act(() => useSession.setState({ user: aUser({ has_password: 'unset' }) }))
  await waitFor(() =>
    expect(screen.getAllByRole('listitem').map((line) => line.querySelector('b')?.textContent)).toEqual([
      'Add a receiving method',
      'Set a fund password',
      'Merchant deposit',
    ]),
  )
  expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    '1,000.00 USDT',
    '200.00 USDT',
    '800.00 USDT',
  ])
  await userEvent.click(screen.getByRole('button', { name: 'Publish' }))
  expect([held.sent, document.activeElement?.textContent?.startsWith('Before you can go on')]).toEqual([0, true])
  await userEvent.click(screen.getByRole('button', { name: 'Transfer now' }))
  expect(location.hash).toBe(
    '#/pages/assets/transfer/index?currency=3&account=change&to=legal&amount=800&backpage=%2Fpages%2Fotc%2Fmylist%3Fview%3Dpublish',
  )
})

const sums = (free: Partial<Record<AccountKind, string>>) => {
  const cells = {
    change: [cell('change', free.change ?? '0')],
    legal: [cell('legal', free.legal ?? '0')],
    lever: [cell('lever', free.lever ?? '0')],
    micro: [cell('micro', free.micro ?? '0')],
  }
  return of(live({ cells, seq: 1, totals: { change: '0', legal: '0', lever: '0', micro: '0' } }))
}
function Margin() {
  return (
    <GateCard gate={useGate({ stops: 'trade', funds: { account: 'lever', currency: 3, name: 'USDT', amount: '0' } })} />
  )
}
function Stake() {
  const stake = { account: 'micro', currency: 3, name: 'USDT', amount: '10' } as const
  return <GateCard gate={useGate({ stops: 'trade', funds: stake })} />
}

test('a gate names the account that pays, and fills it from the one that has most', async () => {
  await showPage(<Stake />, { feeds: { ...quiet, balances$: sums({ change: '3', legal: '90', micro: '4' }) } })
  expect(await screen.findByText('Options account')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Transfer now' }))
  expect(location.hash).toContain('?currency=3&account=legal&to=micro&amount=6&')
})

test('where any sum is enough a gate stands while there is none, and leads to a deposit if there is none anywhere', async () => {
  await showPage(<Margin />, { feeds: { ...quiet, balances$: sums({ lever: '0.01' }) } })
  expect(screen.queryByText('Before you can go on')).toBeNull()
  await showPage(<Margin />, { feeds: { ...quiet, balances$: sums({}) } })
  expect(await screen.findByText('Contracts account')).toBeVisible()
  expect(screen.queryByText('Missing')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Deposit' }))
  expect(location.hash).toContain('/deposit/charge?currency=3')
})

test('what is typed asks for more only once its field has been left', () => {
  expect([neededOf('10', '500', false), neededOf('10', '500', true), neededOf('10', '', true)]).toEqual([
    '10',
    '500',
    '10',
  ])
})

function Sheeted() {
  const { opened, open, close } = useOpened()
  return (
    <>
      <button type="button" onClick={() => open('compose')}>
        Write
      </button>
      <Sheet title="Composer" isOpen={opened === 'compose'} onClose={close}>
        <button type="button" onClick={() => go('/pages/security')}>
          Set
        </button>
      </Sheet>
    </>
  )
}

test('a sheet that was left by one of its links is open again on the way back, and a closed one stays closed', async () => {
  const at = '/pages/chat?chatGroupId=g1'
  const { unmount } = await showPage(<Sheeted />, { at })
  await userEvent.click(screen.getByRole('button', { name: 'Write' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Set' }))
  expect(location.hash).toBe('#/pages/security')
  unmount()
  act(() => history.back())
  await waitFor(() => expect(location.hash).toBe(`#${at}&open=compose`))
  await showPage(<Sheeted />, { at: location.hash.slice(1) })
  await userEvent.click(await screen.findByRole('button', { name: 'Close' }))
  await waitFor(() => expect(location.hash).toBe(`#${at}`))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('FORM-22 a sum that is computed from all the digits that can be typed is more than there is, and breaks nothing', async () => {
  const amount = '1000000000000000000.5'
  function Long() {
    const gate = useGate({ stops: 'trade', funds: { currency: 3, name: 'USDT', amount } })
    return <GateCard gate={gate} />
  }
  const balances$ = of(live({ seq: 1, cells: { change: [], legal: [], lever: [], micro: [] } }))
  await showPage(<Long />, { feeds: { ...quiet, balances$ } })
  expect(await screen.findByRole('region', { name: 'Before you can go on' })).toBeVisible()
})
