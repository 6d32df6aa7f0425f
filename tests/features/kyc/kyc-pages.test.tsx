import { kycRow, type KycRow } from '#contract/kyc/kyc.ts'
import { encode } from '#contract/wire/coded.ts'
import { AdvancedPage } from '#src/features/kyc/advanced-page.tsx'
import { BasicPage } from '#src/features/kyc/basic-page.tsx'
import { regionName, regionsIn } from '#src/features/kyc/regions.ts'
import { VerificationPage } from '#src/features/kyc/verification-page.tsx'
import { useConfig } from '#src/stores/config.ts'
import { aSetting } from '#tests/support/builders/setting.ts'
import { useSession } from '#src/stores/session.ts'
import type { Event } from '#contract/events.ts'
import { aKycRow } from '#tests/support/builders/kyc-row.ts'
import { aUser } from '#tests/support/builders/user.ts'
import { said, showPage } from '#tests/support/page-services.tsx'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Subject } from 'rxjs'
import type { ReactNode } from 'react'
import { beforeEach, expect, onTestFinished, test } from 'vitest'

beforeEach(() => sessionStorage.clear())

const state = (primary: Partial<KycRow> | null, advanced: Partial<KycRow> = {}, more: object = {}) =>
  said({
    ...encode(kycRow, aKycRow({ level: 'advanced', ...advanced })),
    id: 7,
    phone: null,
    email: null,
    primary: primary === null ? null : encode(kycRow, aKycRow(primary)),
    ...more,
  })
const ann = { name: 'Ann Lee', country: 'HK', card_id: 'A1****56', submitted_time: '2026-01-02 03:04:05' }

const stand = async (page: ReactNode, answers: Readonly<Record<string, unknown>>, at = '/pages/verification/index') => {
  const events$ = new Subject<Event>()
  const shown = await showPage(page, { feeds: { events$ }, answers, at })
  return { ...shown, tell: (v: KycRow) => act(() => events$.next({ ev: 'kyc.changed', v })) }
}
const field = (name: RegExp | string) => screen.getByRole('textbox', { name })

test('KYC-1 each level shows its status; advanced requires primary', async () => {
  await stand(<VerificationPage />, { '/api/user/center2': state(null) })
  const [primary, advanced] = await screen.findAllByRole('listitem')
  if (!primary || !advanced) throw new Error('two levels')
  expect(primary).toHaveTextContent('Not verified')
  expect(within(primary).getByRole('link', { name: 'Start' })).toHaveAttribute('href', '#/pages/verification/basic')
  expect(advanced).toHaveTextContent('Complete the primary verification first.')
  expect(within(advanced).queryByRole('link')).toBeNull()
})

test('KYC-1 each level says what may leave in a day, and how long the last reviews took', async () => {
  useConfig.setState({ setting: aSetting({ withdraw_day_most: ['10000', '100000', '1000000'] }) })
  onTestFinished(() => useConfig.setState({ setting: null }))
  const usual_wait_ms = { primary: 4 * 3_600_000, advanced: null }
  const told = state({ ...ann, review_status: 'underReview' }, {}, { usual_wait_ms })
  await stand(<VerificationPage />, { '/api/user/center2': told })
  const [primary, advanced] = await screen.findAllByRole('listitem')
  if (!primary || !advanced) throw new Error('two levels')
  expect(primary).toHaveTextContent('Withdraw up to 100,000.00 USDT a day')
  expect(advanced).toHaveTextContent('Withdraw up to 1,000,000.00 USDT a day')
  expect(await within(primary).findByText('Recent reviews took up to 4 hr.')).toBeVisible()
  expect(advanced).not.toHaveTextContent('Recent reviews')
})

test('KYC-5 with a return path the user is guided on, and back once the required level has passed', async () => {
  const at = '/pages/verification/index?backpage=%2Fpages%2Fassets%2Findex&level=1'
  const { tell } = await stand(<VerificationPage />, { '/api/user/center2': state(null) }, at)
  expect(await screen.findByRole('link', { name: 'Start' })).toHaveAttribute(
    'href',
    expect.stringContaining('basic?backpage=%2Fpages%2Fassets%2Findex'),
  )
  expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull()
  tell(aKycRow({ ...ann, review_status: 'passed', rev: 2 }))
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
  expect(location.hash).toBe('#/pages/assets/index')
})

test('KYC-3 the primary level: faults, submission, rejection with a reason, and a new application', async () => {
  const handedIn = encode(kycRow, aKycRow({ ...ann, review_status: 'underReview', rev: 1 }))
  const { tell, asked } = await stand(<BasicPage />, {
    '/api/user/center2': state(null),
    '/api/user/real_name': { type: 'ok', message: 'Sent.', data: handedIn },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Submit for review' }))
  expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(['Name is required.', 'Country is required.', 'ID number is required.']),
  )
  await waitFor(() => expect(field('Full name')).toHaveFocus())
  expect(asked.some(({ path }) => path === '/api/user/real_name')).toBe(false)

  await userEvent.type(field('Full name'), ' Ann Lee ')
  await userEvent.selectOptions(screen.getByRole('combobox'), 'HK')
  await userEvent.click(screen.getByRole('radio', { name: 'Passport' }))
  expect(screen.getByRole('radio', { name: 'Passport' })).toBeChecked()
  await userEvent.type(field('ID number'), 'A12')
  await userEvent.click(screen.getByRole('button', { name: 'Submit for review' }))
  expect(await screen.findByText('Under review')).toBeVisible()
  expect(asked.find(({ path }) => path === '/api/user/real_name')?.body).toEqual({
    name: 'Ann Lee',
    country: 'HK',
    card_type: 'passport',
    card_id: 'A12',
    expect: 0,
  })
  await waitFor(() => expect(sessionStorage.getItem('kontor.draft.kyc-basic')).toBeNull())

  tell(aKycRow({ ...ann, review_status: 'rejected', reject_reason: 'card_id', rev: 2 }))
  expect(screen.getByText(/The ID number could not be confirmed/)).toBeVisible()
  expect(field('Full name')).toHaveValue('Ann Lee')
  expect(field('ID number')).toHaveValue('')
  tell(aKycRow({ ...ann, review_status: 'passed', rev: 4 }))
  expect(screen.getByText('Verified')).toBeVisible()
  expect(screen.getByText('A1****56')).toBeVisible()
})

test('KYC-3 a document number in use is reported at its field', async () => {
  await stand(<BasicPage />, {
    '/api/user/center2': state({ ...ann, review_status: 'rejected', rev: 2 }),
    '/api/user/real_name': { type: 'error', message: 'No.', reason: 'card_id_taken' },
  })
  await userEvent.type(await screen.findByRole('textbox', { name: 'ID number' }), 'A123456')
  await userEvent.click(screen.getByRole('button', { name: 'Submit for review' }))
  expect(await screen.findByText('This ID number is in use.')).toBeVisible()
  await waitFor(() => expect(field('ID number')).toHaveFocus())
})

test('KYC-4 the input is kept after navigating away and back', async () => {
  const answers = { '/api/user/center2': state(null) }
  const { unmount } = await stand(<BasicPage />, answers)
  await userEvent.type(await screen.findByRole('textbox', { name: 'Full name' }), 'Ann')
  unmount()
  await stand(<BasicPage />, answers)
  expect(await screen.findByRole('textbox', { name: 'Full name' })).toHaveValue('Ann')
})

test('KYC-1 advanced without primary links there; with it, all three photos are required', async () => {
  const { unmount } = await stand(<AdvancedPage />, { '/api/user/center2': state(null) })
  expect(await screen.findByText('Complete the primary verification first.')).toBeVisible()
  unmount()
  await stand(<AdvancedPage />, { '/api/user/center2': state({ ...ann, review_status: 'passed', rev: 2 }) })
  act(() => useSession.setState({ user: aUser({ review_status: 'passed' }) }))
  await userEvent.click(await screen.findByRole('button', { name: 'Submit for review' }))
  expect(screen.getAllByText('Photo is required.')).toHaveLength(3)
})

test.each([
  ['none', true],
  ['rejected', true],
  ['underReview', false],
  ['passed', false],
] as const)('KYC-1 the verified primary level leads on while advanced is %s: %s', async (review_status, leads) => {
  await stand(<BasicPage />, {
    '/api/user/center2': state({ ...ann, review_status: 'passed', rev: 2 }, { ...ann, review_status, rev: 3 }),
  })
  expect(await screen.findByText('A1****56')).toBeVisible()
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: 'On to advanced verification' }) !== null).toBe(leads),
  )
})

test('KYC-2 a failed read is reported and can be retried', async () => {
  const answers: Record<string, unknown> = { '/api/user/center2': { type: 'error', message: 'No.', reason: 'busy' } }
  await stand(<BasicPage />, answers)
  const again = await screen.findByRole('button', { name: 'Try again' })
  answers['/api/user/center2'] = state(null)
  await userEvent.click(again)
  expect(await screen.findByRole('textbox', { name: 'Full name' })).toBeVisible()
})

test('KYC-1 country names are in the user’s language', () => {
  expect(regionName('JP', 'hk')).toBe('日本')
  expect(regionName('JP', 'esp')).toBe('Japón')
  expect(regionName('Atlantis', 'en')).toBe('Atlantis')
  const english = regionsIn('en')
  expect(new Set(english.map(({ value }) => value)).size).toBe(249)
  expect(english.filter(({ value, label }) => value === label)).toEqual([])
  expect(english[0]?.label).toBe('Afghanistan')
})
