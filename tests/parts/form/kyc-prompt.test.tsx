import { kycRow, type KycRow } from '#contract/kyc/kyc.ts'
import { encode } from '#contract/wire/coded.ts'
import { KycPrompt, useKycGate, type KycGate } from '#src/parts/form/kyc-prompt.tsx'
import { useConfig } from '#src/stores/config.ts'
import { useSession } from '#src/stores/session.ts'
import { aKycRow } from '#tests/support/builders/kyc-row.ts'
import { aRefusal } from '#tests/support/builders/failure.ts'
import { aUser } from '#tests/support/builders/user.ts'
import { said, showPage } from '#tests/support/page-services.tsx'
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { NEVER } from 'rxjs'
import { afterEach, expect, test } from 'vitest'
import { aSetting } from '#tests/support/builders/setting.ts'

afterEach(() => useConfig.setState({ setting: null }))

const row = (changes: Partial<KycRow>) => encode(kycRow, aKycRow(changes))
const stand = async (primary: Partial<KycRow>) => {
  const held: { gate: KycGate | null } = { gate: null }
  function Probe() {
    const gate = useKycGate('option')
    held.gate = gate
    return <KycPrompt {...gate.prompt} />
  }
  const answers = {
    '/api/user/center2': said({
      ...row({ level: 'advanced' }),
      id: 7,
      phone: null,
      email: null,
      primary: row(primary),
    }),
  }
  await showPage(<Probe />, { feeds: { events$: NEVER }, answers, at: '/pages/option/detail?market=BTC-USDT' })
  act(() => useConfig.setState({ setting: aSetting({ kyc_gates: { option: 1 } }) }))
  const done: string[] = []
  const pass = () => {
    let passed = false
    act(() => {
      passed = held.gate?.pass(() => done.push('bought')) ?? false
    })
    return passed
  }
  return { held, done, pass }
}

test('KYC-5 with the verification passed there is no prompt', async () => {
  const { done, pass } = await stand({ review_status: 'passed', rev: 2 })
  act(() => useSession.setState({ user: aUser({ review_status: 'passed' }) }))
  expect(pass()).toBe(true)
  expect(done).toEqual(['bought'])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('KYC-5 without it the prompt links to the verification with a return path', async () => {
  const { done, pass } = await stand({})
  expect(pass()).toBe(false)
  expect(done).toEqual([])
  await userEvent.click(await screen.findByRole('button', { name: 'Verify now' }))
  expect(location.hash).toBe(
    '#/pages/verification/index?backpage=%2Fpages%2Foption%2Fdetail%3Fmarket%3DBTC-USDT&level=1',
  )
})

test('KYC-5 during the review there is nothing to submit', async () => {
  const { pass } = await stand({ review_status: 'underReview', rev: 1 })
  pass()
  expect(await screen.findByText(/under review/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Verify now' })).toBeNull()
})

test('KYC-5 the server’s refusal overrides the local status', async () => {
  const { held } = await stand({ review_status: 'rejected', rev: 2 })
  act(
    () =>
      void held.gate?.heard({
        kind: 'refused',
        reason: 'kyc_needed',
        params: { level: 2, status: 0 },
        text: null,
        afterMs: null,
      }),
  )
  expect(await screen.findByText('Advanced verification')).toBeVisible()
  expect(held.gate?.heard(aRefusal('insufficient_balance'))).toBe(false)
  expect(held.gate?.heard(null)).toBe(false)
})
