import type { Failure } from '#contract/wire/reply.ts'
import { AmountField } from '#src/parts/form/amount-field.tsx'
import { FundPassword } from '#src/parts/form/fund-password.tsx'
import { ReviewSheet } from '#src/parts/trade/review-sheet.tsx'
import { show } from '#tests/support/render.tsx'
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'

const refusal = (reason: 'insufficient_balance' | 'pay_password_wrong'): Failure => ({
  kind: 'refused',
  reason,
  params: {},
  text: null,
  afterMs: null,
})
const nothing = () => {}

function Amount({ scale = 3 }: { readonly scale?: number }) {
  const [amount, setAmount] = useState('')
  return (
    <>
      <AmountField label="Amount" value={amount} onChange={setAmount} scale={scale} unit="BTC" />
      <output>{amount}</output>
    </>
  )
}
const held = () => screen.getByRole('status').textContent

test('FIELD-6 an amount field keeps the typed text and reports its fault', async () => {
  await show(<Amount />)
  const field = screen.getByLabelText('Amount')
  expect(field).toHaveAttribute('inputmode', 'decimal')
  await userEvent.type(field, '1,23x456')
  expect(field).toHaveValue('1,23x456')
  expect(field).toHaveAccessibleDescription('Digits only.')
  await userEvent.clear(field)
  await userEvent.type(field, '1234.5678')
  expect(field).toHaveValue('1234.5678')
  expect(field).toHaveAccessibleDescription('At most 3 decimals.')
  await userEvent.type(field, '{Backspace}')
  expect(field).toBeValid()
  await userEvent.tab()
  expect([field.getAttribute('value'), held()]).toEqual(['1,234.567', '1234.567'])
})
test('FIELD-6 an ambiguous number offers both readings, and a tap selects one', async () => {
  await show(<Amount scale={8} />)
  const field = screen.getByLabelText('Amount')
  await userEvent.click(field)
  await userEvent.paste('96.484,45')
  expect(field).toHaveValue('96.484,45')
  expect(field).toBeInvalid()
  expect(field).toHaveAccessibleDescription(/^Did you mean 96,484\.45 or 96\.48445 ?\?$/)
  await userEvent.click(screen.getByRole('button', { name: '96,484.45' }))
  expect([field.getAttribute('value'), held()]).toEqual(['96484.45', '96484.45'])
  await userEvent.tab()
  expect(field).toHaveValue('96,484.45')
})
test('FIELD-6 a change of language reformats the same number', async () => {
  const { i18n } = await show(<Amount scale={8} />)
  await userEvent.type(screen.getByLabelText('Amount'), '1,234.5')
  await userEvent.tab()
  await act(async () => {
    await i18n.changeLanguage('esp')
  })
  expect([screen.getByLabelText('Amount').getAttribute('value'), held()]).toEqual(['1.234,5', '1234.5'])
})

function Pin() {
  const [pin, setPin] = useState('')
  return <FundPassword value={pin} onChange={setPin} />
}

test('FIELD-7 the fund password is one field: typed or pasted, digits only', async () => {
  await show(<Pin />)
  const field = screen.getByLabelText('Fund password')
  expect([field.getAttribute('inputmode'), field.getAttribute('autocomplete'), field.getAttribute('type')]).toEqual([
    'numeric',
    'one-time-code',
    'password',
  ])
  await userEvent.type(field, '12a3')
  expect(field).toHaveValue('123')
  await userEvent.clear(field)
  await userEvent.click(field)
  await userEvent.paste(' 65-43 21 99')
  expect(field).toHaveValue('654321')
})

type Over = Partial<Parameters<typeof ReviewSheet>[0]>
const review = (over: Over) => (
  <ReviewSheet
    isOpen
    onClose={nothing}
    title="Check"
    rows={[{ name: 'Amount', value: '1 BTC' }]}
    confirm="Buy"
    state="editing"
    failure={null}
    onConfirm={nothing}
    {...over}
  />
)

test('STATE-12 a review repeats what will happen, waits while its price is held, and is sent by the tap', async () => {
  const onConfirm = vi.fn<(pin: string) => void>()
  const { rerender } = await show(review({ onConfirm, hold: 'The price is too old' }))
  expect(screen.getByText('1 BTC')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Buy' }))
  expect(onConfirm).not.toHaveBeenCalled()
  rerender(review({ onConfirm, hold: null }))
  await userEvent.click(screen.getByRole('button', { name: 'Buy' }))
  expect(onConfirm).toHaveBeenCalledOnce()
})

test('PIN-1 the sixth digit of the fund password sends nothing, here as everywhere: the button does', async () => {
  const onConfirm = vi.fn<(pin: string) => void>()
  await show(review({ onConfirm, needsPin: true }))
  await userEvent.click(screen.getByRole('button', { name: 'Buy' }))
  expect(onConfirm).not.toHaveBeenCalled()
  await userEvent.type(screen.getByLabelText('Enter your fund password'), '246813')
  expect(onConfirm).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Buy' }))
  expect(onConfirm.mock.calls).toEqual([['246813']])
})

test('STATE-13 an action that is unknown offers no second try', async () => {
  await show(review({ state: 'unknown' }))
  expect(screen.getByText(/Do not send it again/)).toBeVisible()
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).not.toContain('Buy')
})

test('STATE-13 a refusal says why', async () => {
  await show(review({ state: 'refused', failure: refusal('insufficient_balance') }))
  expect(screen.getByRole('alert').textContent?.length).toBeGreaterThan('Not carried out'.length)
})

test('STATE-13 a wrong fund password is said at its field, where it can be entered again', async () => {
  await show(review({ state: 'refused', failure: refusal('pay_password_wrong'), needsPin: true }))
  expect(screen.getByLabelText('Enter your fund password')).toBeInvalid()
  expect(screen.getByRole('button', { name: 'Buy' })).toBeVisible()
})
