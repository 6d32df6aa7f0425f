import { somePayMethods } from '#tests/support/builders/pay-methods.ts'
import type { Event } from '#contract/events.ts'
import { ServicesContext, useServices } from '#src/actors/services.tsx'
import { AddMethodPage } from '#src/features/wallet/add-method-page.tsx'
import { GiftPage } from '#src/features/wallet/gift-page.tsx'
import { ChargeBankPage } from '#src/features/wallet/charge-bank-page.tsx'
import { WithdrawBankPage } from '#src/features/wallet/withdraw-bank-page.tsx'
import { useConfig } from '#src/stores/config.ts'
import { useSession } from '#src/stores/session.ts'
import { useSettings } from '#src/stores/settings.ts'
import { anOwnCoin } from '#tests/support/builders/own-coin.ts'
import { aSetting } from '#tests/support/builders/setting.ts'
import { aUser } from '#tests/support/builders/user.ts'
import { said, showPage } from '#tests/support/page-services.tsx'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { Subject } from 'rxjs'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  sessionStorage.clear()
  act(() => useConfig.setState({ setting: null }))
})

const time = { now: 0 }
beforeEach(() => {
  time.now = 1_000_000
})
function AtTime({ children }: { readonly children: ReactNode }) {
  return <ServicesContext value={{ ...useServices(), serverNow: () => time.now }}>{children}</ServicesContext>
}
const lifeMs = 600_000
const aQuote = (id: string, kind: string, result: string) =>
  said({
    quote_id: id,
    kind,
    from_currency: kind === 'bank_in' ? 'HKD' : 3,
    to_currency: kind === 'bank_in' ? 3 : 'JPY',
    price: kind === 'bank_in' ? '7.839' : '149.25',
    num: kind === 'bank_in' ? '10000' : '100',
    result,
    fee: '1',
    expires_ms: time.now + lifeMs,
    server_now_ms: time.now,
    used: 0,
  })
const fiat = (code: string, symbol: string, scale: number) => ({ code, symbol, scale, rate: '1' })
const show = async (
  page: ReactNode,
  answers: Record<string, unknown>,
  at: string,
  feeds: { readonly events$?: Subject<Event> } = {},
) => {
  const shown = await showPage(<AtTime>{page}</AtTime>, { answers, at, feeds })
  act(() => {
    useSession.setState({ user: aUser({ has_password: 'set', review_status: 'passed', advanced_status: 'passed' }) })
    useConfig.setState({ setting: aSetting({ fiats: [fiat('HKD', 'HK$', 2), fiat('JPY', '¥', 0)] }) })
  })
  return shown
}
const bodiesOf = (asked: readonly { readonly path: string; readonly body: unknown }[], path: string) =>
  asked.filter((each) => each.path === path).map(({ body }) => body)

test('MONEY-9 DEP-X1 a quote that ends before the proof is there leaves the form; the button asks for the next one, and both results are shown', async () => {
  sessionStorage.setItem('kontor.draft.deposit.bank', JSON.stringify({ fiat: 'HKD', amount: '10000', imgs: '' }))
  const answers: Record<string, unknown> = {
    '/api/wallet/get_in_address': said({ bkname: 'Kontor Bank', bkcardnumer: '000123', cardname: 'KONTOR LTD' }),
    '/api/wallet/quote': aQuote('q1', 'bank_in', '1273.12'),
  }
  const { asked } = await show(<ChargeBankPage />, answers, '/pages/assets/deposit/charge2')
  expect(await screen.findByText('1,273.12 USDT')).toBeVisible()
  time.now += lifeMs
  expect(await screen.findByText('The quote has expired.', {}, { timeout: 3000 })).toBeVisible()
  expect(screen.getByRole('textbox', { name: 'Amount paid' })).toHaveValue('10,000')
  answers['/api/wallet/quote'] = aQuote('q2', 'bank_in', '1270')
  // The pictures are missing still: that is told first, and nothing is asked.
  await userEvent.click(screen.getByRole('button', { name: 'Review deposit' }))
  expect(bodiesOf(asked, '/api/wallet/quote')).toHaveLength(1)
  await userEvent.click(screen.getByRole('button', { name: 'New quote' }))
  expect(await screen.findByText('1,270.00 USDT')).toBeVisible()
  expect(screen.getByText('1,273.12 USDT').tagName).toBe('S')
  expect(screen.getByLabelText('Quoted before: 1,273.12 USDT')).toBeVisible()
})

test('MONEY-9 with everything filled in the button itself renews a quote that is over, and the review opens on the next tap', async () => {
  sessionStorage.setItem(
    'kontor.draft.deposit.bank',
    JSON.stringify({ fiat: 'HKD', amount: '10000', imgs: '/upload/slip.png' }),
  )
  const answers: Record<string, unknown> = {
    '/api/wallet/get_in_address': said({ bkname: 'Kontor Bank', bkcardnumer: '000123', cardname: 'KONTOR LTD' }),
    '/api/wallet/quote': aQuote('q1', 'bank_in', '1273.12'),
  }
  await show(<ChargeBankPage />, answers, '/pages/assets/deposit/charge2')
  await screen.findByText('1,273.12 USDT')
  time.now += lifeMs
  await screen.findByText('The quote has expired.', {}, { timeout: 3000 })
  answers['/api/wallet/quote'] = aQuote('q2', 'bank_in', '1273.12')
  await userEvent.click(screen.getByRole('button', { name: 'Review deposit' }))
  // The same result again: there is nothing to compare.
  await waitFor(() => expect(screen.getByText('1,273.12 USDT').tagName).toBe('DD'))
  expect(screen.queryByRole('dialog')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Review deposit' }))
  expect(screen.getByRole('dialog')).toBeVisible()
})

const methods = somePayMethods()
const coins = (balance: string) => {
  const usdt = anOwnCoin({ balance })
  return said({ left: [usdt], right: [usdt], pairs: [] })
}
const refusal = (reason: string) => ({ type: 'error', message: '', reason })

test('MONEY-9 WDR-X5 a quote that ends under the fund password keeps the sheet and what is typed; the next one is what is sent', async () => {
  sessionStorage.setItem('kontor.draft.withdraw.bank', JSON.stringify({ way: 'bank', fiat: 'JPY', amount: '100' }))
  const answers: Record<string, unknown> = {
    '/api/user/cash_info': said(methods),
    '/api/wallet/flashAgainstList': coins('500'),
    '/api/wallet/quote': aQuote('q1', 'bank_out', '14775'),
    '/api/wallet/out2': refusal('quote_expired'),
  }
  const { asked } = await show(<WithdrawBankPage />, answers, '/pages/assets/withdraw/detail2')
  await screen.findByText('14,775 JPY')
  await userEvent.click(screen.getByRole('button', { name: 'Withdraw' }))
  const sheet = within(screen.getByRole('dialog'))
  const pinField = sheet.getByLabelText(/fund password/i)
  await userEvent.type(pinField, '24681')
  time.now += lifeMs
  expect(await sheet.findByText('The quote has ended. Please get a new one.', {}, { timeout: 3000 })).toBeVisible()
  await userEvent.type(pinField, '0')
  expect([bodiesOf(asked, '/api/wallet/out2'), pinField]).toEqual([[], expect.objectContaining({ value: '246810' })])
  answers['/api/wallet/quote'] = aQuote('q2', 'bank_out', '14700')
  await userEvent.click(sheet.getByRole('button', { name: 'New quote' }))
  expect(await sheet.findByText('14,700 JPY')).toBeVisible()
  expect(sheet.getByText('14,775 JPY').tagName).toBe('S')
  await userEvent.click(sheet.getByRole('button', { name: 'Confirm withdrawal' }))
  await waitFor(() =>
    expect(bodiesOf(asked, '/api/wallet/out2')).toEqual([
      expect.objectContaining({ quote_id: 'q2', number: '100', pay_password: '246810' }),
    ]),
  )
  // What the venue does not take any more is over here too, whatever this clock says.
  const closers = await sheet.findAllByRole('button', { name: 'Close' })
  await userEvent.click(closers.at(-1) ?? document.body)
  expect(await screen.findByText('The quote has expired.')).toBeVisible()
})

test('WDR-S3 the code of the authenticator is asked last, below the fund password; a wrong one keeps the review and the password', async () => {
  sessionStorage.setItem('kontor.draft.withdraw.bank', JSON.stringify({ way: 'bank', fiat: 'JPY', amount: '100' }))
  const answers: Record<string, unknown> = {
    '/api/user/cash_info': said(methods),
    '/api/user/protection': said({ mail_word: null, totp: 1, recovery_left: 8 }),
    '/api/wallet/flashAgainstList': coins('500'),
    '/api/wallet/quote': aQuote('q1', 'bank_out', '14775'),
    '/api/wallet/out2': { ...refusal('totp_wrong'), params: { left: 4 } },
  }
  const { asked } = await show(<WithdrawBankPage />, answers, '/pages/assets/withdraw/detail2')
  await screen.findByText('14,775 JPY')
  expect(screen.queryByLabelText(/authenticator/i)).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Withdraw' }))
  const sheet = within(screen.getByRole('dialog'))
  const pin = sheet.getByLabelText(/fund password/i)
  await userEvent.type(pin, '246810')
  await userEvent.click(sheet.getByRole('button', { name: 'Confirm withdrawal' }))
  expect(bodiesOf(asked, '/api/wallet/out2')).toEqual([])
  await userEvent.type(sheet.getByLabelText(/authenticator/i), '123456')
  await userEvent.click(sheet.getByRole('button', { name: 'Confirm withdrawal' }))
  expect(await sheet.findByText('Wrong or already used code. Attempts left: 4.')).toBeVisible()
  expect([pin, sheet.getByText('14,775 JPY')]).toEqual([
    expect.objectContaining({ value: '246810' }),
    expect.anything(),
  ])
  await userEvent.type(sheet.getByLabelText(/authenticator/i), '654321')
  await userEvent.click(sheet.getByRole('button', { name: 'Confirm withdrawal' }))
  await waitFor(() =>
    expect(bodiesOf(asked, '/api/wallet/out2').at(-1)).toMatchObject({ pay_password: '246810', totp: '654321' }),
  )
})

test('WDR-7 what is left of the limit of the day stands above the form; a refusal tells it, and keeps what was typed', async () => {
  sessionStorage.setItem('kontor.draft.withdraw.bank', JSON.stringify({ way: 'bank', fiat: 'JPY', amount: '100' }))
  const answers: Record<string, unknown> = {
    '/api/user/cash_info': said(methods),
    '/api/wallet/flashAgainstList': coins('500'),
    '/api/wallet/quote': aQuote('q1', 'bank_out', '14775'),
    '/api/wallet/get_info': said({
      name: 'USDT',
      rate: '0',
      min_number: '1',
      max_number: '0',
      legal_balance: '0',
      change_balance: '500',
      networks: [],
      left_today: 2,
      per_day: 3,
      credited_hours: 12,
      day_limit: '10000',
      day_used: '9950',
      day_left: '50',
      resets_ms: 0,
      server_now_ms: 0,
    }),
    '/api/wallet/out2': { ...refusal('withdraw_limit'), params: { left: '50', limit: '10000', resets_ms: 0 } },
  }
  await show(<WithdrawBankPage />, answers, '/pages/assets/withdraw/detail2')
  expect(await screen.findByText(/^Limit today: 50.00 USDT of 10,000.00 USDT left, 9,950.00 USDT used\./)).toBeVisible()
  await screen.findByText('14,775 JPY')
  await userEvent.click(screen.getByRole('button', { name: 'Withdraw' }))
  const sheet = within(screen.getByRole('dialog'))
  await userEvent.type(sheet.getByLabelText(/fund password/i), '246810')
  await userEvent.click(sheet.getByRole('button', { name: 'Confirm withdrawal' }))
  expect(await screen.findByText(/^Withdrawals worth 50 USDT are left today, of 10,000 USDT/)).toBeVisible()
  expect(screen.getByLabelText('Amount')).toHaveValue('100')
})

test('AST-7 the review of a transfer names the recipient as the venue knows them, beside what was typed; nobody there is told at the field', async () => {
  const answers: Record<string, unknown> = {
    '/api/wallet/flashAgainstList': coins('500'),
    '/api/trade/recipient': refusal('recipient_unknown'),
  }
  await show(<GiftPage />, answers, '/pages/assets/transfersd/index')
  const field = await screen.findByLabelText('Recipient')
  await userEvent.type(field, 'ben@kontor.tes')
  await userEvent.type(screen.getByLabelText('Amount'), '20')
  expect(await screen.findByText('No such recipient.')).toBeVisible()
  answers['/api/trade/recipient'] = said({ name: 'Benny', account: 'be***@kontor.test' })
  await userEvent.type(field, 't')
  expect(await screen.findByText('Benny · be***@kontor.test')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Review transfer' }))
  const sheet = within(screen.getByRole('dialog'))
  expect(sheet.getByText('Benny · be***@kontor.test')).toBeVisible()
  expect(sheet.getByText('ben@kontor.test')).toBeVisible()
})

test('CF36 CF37 while an answer is out the language changes and the page is left: the wish stays under its key and is sent once', async () => {
  sessionStorage.setItem('kontor.draft.withdraw.bank', JSON.stringify({ way: 'bank', fiat: 'JPY', amount: '100' }))
  const answers: Record<string, unknown> = {
    '/api/user/cash_info': said(methods),
    '/api/wallet/flashAgainstList': coins('500'),
    '/api/wallet/quote': aQuote('q1', 'bank_out', '14775'),
  }
  const wishes = () => Object.entries(localStorage).filter(([name]) => name.includes('wishes'))
  const { asked, unmount } = await show(<WithdrawBankPage />, answers, '/pages/assets/withdraw/detail2')
  await screen.findByText('14,775 JPY')
  await userEvent.click(screen.getByRole('button', { name: 'Withdraw' }))
  await userEvent.type(within(screen.getByRole('dialog')).getByLabelText(/fund password/i), '246810')
  await userEvent.click(screen.getByRole('button', { name: 'Confirm withdrawal' }))
  await waitFor(() => expect(bodiesOf(asked, '/api/wallet/out2')).toHaveLength(1))
  const kept = wishes()
  expect(kept).toEqual([[expect.any(String), expect.stringMatching(/"key":"[0-9a-f-]{36}".*out2/)]])
  await act(async () => useSettings.setState({ lang: 'kr' }))
  expect([bodiesOf(asked, '/api/wallet/out2').length, wishes()]).toEqual([1, kept])
  await act(async () => unmount())
  expect([bodiesOf(asked, '/api/wallet/out2').length, wishes()]).toEqual([1, kept])
})

test('K4 a wrong fund password keeps the review and says how many attempts are left; once locked it says until when', async () => {
  sessionStorage.setItem('kontor.draft.withdraw.bank', JSON.stringify({ way: 'bank', fiat: 'JPY', amount: '100' }))
  const answers: Record<string, unknown> = {
    '/api/user/cash_info': said(methods),
    '/api/wallet/flashAgainstList': coins('500'),
    '/api/wallet/quote': aQuote('q1', 'bank_out', '14775'),
    '/api/wallet/out2': { ...refusal('pay_password_wrong'), params: { left: 1 } },
  }
  const { asked } = await show(<WithdrawBankPage />, answers, '/pages/assets/withdraw/detail2')
  await screen.findByText('14,775 JPY')
  await userEvent.click(screen.getByRole('button', { name: 'Withdraw' }))
  const sheet = within(screen.getByRole('dialog'))
  await userEvent.type(sheet.getByLabelText(/fund password/i), '000000')
  await userEvent.click(sheet.getByRole('button', { name: 'Confirm withdrawal' }))
  expect(await sheet.findByText('Wrong fund password. Tries left: 1.')).toBeVisible()
  expect(sheet.getByText('14,775 JPY')).toBeVisible()
  answers['/api/wallet/out2'] = { ...refusal('pay_password_locked'), params: { until_ms: time.now + 3_600_000 } }
  await userEvent.type(sheet.getByLabelText(/fund password/i), '000001')
  await userEvent.click(sheet.getByRole('button', { name: 'Confirm withdrawal' }))
  expect(await sheet.findByText(/^The fund password is locked until /)).toBeVisible()
  expect(new Set(bodiesOf(asked, '/api/wallet/out2').map((body) => JSON.stringify(body))).size).toBe(2)
})

test('MONEY-10 nothing is sent while a picture of the proof is on its way', async () => {
  sessionStorage.setItem(
    'kontor.draft.deposit.bank',
    JSON.stringify({ fiat: 'HKD', amount: '10000', imgs: '/upload/slip.png' }),
  )
  const answers = {
    '/api/wallet/get_in_address': said({ bkname: 'Kontor Bank', bkcardnumer: '000123', cardname: 'KONTOR LTD' }),
    '/api/wallet/quote': aQuote('q1', 'bank_in', '1273.12'),
  }
  const { container } = await show(<ChargeBankPage />, answers, '/pages/assets/deposit/charge2')
  await screen.findByText('1,273.12 USDT')
  expect(screen.getByRole('button', { name: 'Review deposit' })).not.toHaveAttribute('aria-busy', 'true')
  vi.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(() => {})
  const [, chooser] = container.querySelectorAll<HTMLInputElement>('input[type="file"]')
  if (chooser === undefined) throw new Error('there is no place for a second picture')
  await userEvent.upload(chooser, new File(['x'], 'more.png', { type: 'image/png' }))
  await userEvent.click(screen.getByRole('button', { name: /Review deposit/ }))
  expect(screen.queryByRole('dialog')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await userEvent.click(screen.getByRole('button', { name: 'Review deposit' }))
  expect(screen.getByRole('dialog')).toBeVisible()
})

/** A reader of codes as browsers have one; it sees a code in pictures whose link says so. */
const seeCodes = () => {
  vi.stubGlobal(
    'BarcodeDetector',
    class {
      static getSupportedFormats = async () => ['qr_code']
      detect = async (image: HTMLImageElement) =>
        image.src.includes('code') ? [{ rawValue: 'https://pay.test/ann' }] : []
    },
  )
  HTMLImageElement.prototype.decode = async () => {}
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
}
test.each([
  ['a photo of a cat', '/upload/cat.png', true],
  ['a code', '/upload/code.png', false],
])('BNK-6 BNK-X1 a collection code that is %s is taken, and told if nobody could scan it', async (_, link, isTold) => {
  seeCodes()
  const bound = { ...methods, alipay_account: 'ann@ali.test', alipay_qr_code: link, ways: ['bank'] }
  const { asked } = await show(
    <AddMethodPage />,
    { '/api/user/cash_info': said(bound), '/api/user/cash_save': { type: 'error', message: '' } },
    '/pages/bankbind/addbank?way=ali_pay',
  )
  await screen.findByRole('textbox', { name: 'Alipay account' })
  await waitFor(() =>
    expect(screen.queryAllByText(/No QR code was found in this picture/)).toHaveLength(isTold ? 1 : 0),
  )
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(bodiesOf(asked, '/api/user/cash_save')).toEqual([expect.objectContaining({ alipay_qr_code: link })]),
  )
  // BNK-R3: a refusal that says nothing.
  expect(await screen.findByText('Binding failed.')).toBeVisible()
  expect(screen.queryAllByText(/No QR code was found/)).toHaveLength(isTold ? 1 : 0)
})

test('MONEY-7 BNK-R3 what another tab saves of this way stands beside what is typed; what it saves of another way changes nothing here', async () => {
  const events$ = new Subject<Event>()
  const answers: Record<string, unknown> = {
    '/api/user/cash_info': said(methods),
    '/api/user/cash_save': said({ ...methods, rev: 4 }),
  }
  const { asked } = await show(<AddMethodPage />, answers, '/pages/bankbind/addbank?way=bank', { events$ })
  const account = await screen.findByRole('textbox', { name: 'Card or account number' })
  await userEvent.clear(account)
  await userEvent.type(account, '6225000000000001')
  answers['/api/user/cash_info'] = said({ ...methods, alipay_account: 'ann@ali.test', rev: 2 })
  act(() => events$.next({ ev: 'bank.changed', v: { ways: ['bank', 'ali_pay'] } }))
  await waitFor(() => expect(asked.filter(({ path }) => path === '/api/user/cash_info')).toHaveLength(2))
  answers['/api/user/cash_info'] = said({
    ...methods,
    alipay_account: 'ann@ali.test',
    bank_account: '6225111111111111',
    rev: 3,
  })
  expect(screen.queryByText(/changed elsewhere/)).toBeNull()
  act(() => events$.next({ ev: 'bank.changed', v: { ways: ['bank', 'ali_pay'] } }))
  expect(await screen.findByText('These details were changed elsewhere. Saved now:')).toBeVisible()
  expect(screen.getByText('Card or account number: 6225111111111111')).toBeVisible()
  expect([account, screen.getByRole('button', { name: 'Save' })]).toEqual([
    expect.objectContaining({ value: '6225000000000001' }),
    expect.objectContaining({ disabled: true }),
  ])
  await userEvent.click(screen.getByRole('button', { name: 'Keep mine' }))
  await userEvent.type(screen.getByLabelText(/fund password/i), '246810')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(bodiesOf(asked, '/api/user/cash_save')).toEqual([
      expect.objectContaining({ bank_account: '6225000000000001', expect: 3, pay_password: '246810' }),
    ]),
  )
})
