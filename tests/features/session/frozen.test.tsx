import { LoginPage } from '#src/features/session/login-page.tsx'
import { SecurityPage } from '#src/features/account/security-page.tsx'
import { formatTime } from '#src/lib/format.ts'
import { said, showPage } from '#tests/support/page-services.tsx'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'

const frozenMs = 1_790_000_000_000
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label, { selector: 'input' }), { target: { value } })

test('a login to a frozen account asks for all that proves who owns it, and enters with what unfreezing answers', async () => {
  const answers: Record<string, unknown> = {
    '/api/user/login': { type: 'error', message: '', reason: 'account_frozen', params: { at_ms: frozenMs, totp: 1 } },
    '/api/user/unfreeze': { type: 'error', message: '', reason: 'totp_wrong', params: { left: 4 } },
  }
  const { asked } = await showPage(<LoginPage />, { isLoggedIn: false, answers })
  fireEvent.click(screen.getByRole('tab', { name: 'Email' }))
  type('Email', 'ann@kontor.test')
  type('Password', 'secret1')
  fireEvent.click(screen.getByRole('button', { name: 'Log in' }))
  expect(await screen.findByText(new RegExp(`frozen since ${formatTime(frozenMs)}`))).toBeVisible()
  const go = () => fireEvent.click(screen.getByRole('button', { name: 'Unfreeze and log in' }))
  type('Verification code', '123456')
  type('Authenticator code', '000000')
  go()
  expect(await screen.findByText(/4/, { selector: '[role=alert]' })).toBeVisible()
  answers['/api/user/unfreeze'] = { type: 'ok', data: { session: 'a'.repeat(43) } }
  type('Authenticator code', '654321')
  go()
  await waitFor(() => expect(asked.some(({ path }) => path === '/api/user/center')).toBe(true))
  expect(asked.filter(({ path }) => path === '/api/user/unfreeze').map(({ body }) => body)).toEqual(
    ['000000', '654321'].map((totp) => ({
      user_type: 'email',
      user_string: 'ann@kontor.test',
      password: 'secret1',
      code: '123456',
      totp,
    })),
  )
})

test('who has lost the authenticator app of a frozen account asks for its removal there', async () => {
  await showPage(<LoginPage />, {
    isLoggedIn: false,
    answers: {
      '/api/user/login': { type: 'error', message: '', reason: 'account_frozen', params: { at_ms: frozenMs, totp: 1 } },
    },
  })
  fireEvent.click(screen.getByRole('tab', { name: 'Email' }))
  type('Email', 'ann@kontor.test')
  type('Password', 'secret1')
  fireEvent.click(screen.getByRole('button', { name: 'Log in' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Lost your authenticator app?' }))
  expect(screen.getByRole('button', { name: 'Ask for removal' })).toBeVisible()
  fireEvent.click(screen.getByRole('button', { name: 'Back to the code' }))
  expect(await screen.findByRole('button', { name: 'Unfreeze and log in' })).toBeVisible()
})

test('the security centre says what freezing does before it is done, by one tap and no field', async () => {
  const answers: Record<string, unknown> = {
    '/api/user/protection': said({ mail_word: null, totp: 0, recovery_left: 0 }),
    '/api/user/freeze': { type: 'ok', data: { orders: 2, withdrawals: 0, ads: 0, frozen_ms: frozenMs } },
  }
  const { asked } = await showPage(<SecurityPage />, { answers })
  fireEvent.click(await screen.findByRole('button', { name: /Freeze my account/ }))
  expect(screen.getByText(/Positions, the stops that protect them and open OTC orders go on/)).toBeVisible()
  expect(screen.getByText(/Only you can undo it/)).toBeVisible()
  fireEvent.click(screen.getByRole('button', { name: 'Freeze now' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Freeze now' })).toBeNull())
  expect(asked.filter(({ path }) => path === '/api/user/freeze').map(({ body }) => body)).toEqual([{}])
})
