import { LoginPage } from '#src/features/session/login-page.tsx'
import { SecurityPage } from '#src/features/account/security-page.tsx'
import { formatTime } from '#src/lib/format.ts'
import { said, showPage } from '#tests/support/page-services.tsx'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'

const askedMs = 1_790_000_000_000
const removal = { asked_ms: askedMs, from_ms: askedMs + 86_400_000, device: 'Safari · iPhone', place: '203.0.*.*' }
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label, { selector: 'input' }), { target: { value } })

test('LOST-7 who has no code asks for its removal: a reason and a code of the mailbox, and the page says when it is decided', async () => {
  const answers: Record<string, unknown> = {
    '/api/user/login': { type: 'error', message: 'Code.', reason: 'totp_required', params: {} },
    '/api/user/totp/lost': { type: 'error', message: 'Wrong.', reason: 'code_wrong', params: { left: 4 } },
  }
  const { asked } = await showPage(<LoginPage />, { isLoggedIn: false, answers })
  fireEvent.click(screen.getByRole('tab', { name: 'Email' }))
  type('Email', 'ann@kontor.test')
  type('Password', 'secret1')
  fireEvent.click(screen.getByRole('button', { name: 'Log in' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Lost your authenticator app?' }))
  const ask = () => fireEvent.click(screen.getByRole('button', { name: 'Ask for removal' }))
  ask()
  expect(await screen.findByText('Tell us what happened.')).toBeVisible()
  type('What happened', ' My phone is gone. ')
  type('Verification code', '123456')
  ask()
  expect(await screen.findByText(/4/, { selector: '[role=alert]' })).toBeVisible()
  expect(screen.getByLabelText('What happened')).toHaveValue(' My phone is gone. ')
  answers['/api/user/totp/lost'] = { type: 'ok', data: removal }
  type('Verification code', '654321')
  ask()
  expect(
    await screen.findByText(new RegExp(`It is decided at ${formatTime(removal.from_ms)} at the earliest`)),
  ).toBeVisible()
  expect(asked.filter(({ path }) => path === '/api/user/totp/lost').map(({ body }) => body)).toEqual(
    ['123456', '654321'].map((code) => ({
      user_type: 'email',
      user_string: 'ann@kontor.test',
      password: 'secret1',
      code,
      reason: 'My phone is gone.',
    })),
  )
  fireEvent.click(screen.getByRole('button', { name: 'Back to the code' }))
  expect(await screen.findByRole('button', { name: 'Lost your authenticator app?' })).toBeVisible()
})
test('LOST-7 the security centre shows a request with its device and cancels it', async () => {
  const answers: Record<string, unknown> = {
    '/api/user/protection': said({ mail_word: null, totp: 1, recovery_left: 0 }),
    '/api/user/totp/removal': said({ removal, server_now_ms: askedMs }),
    '/api/user/totp/keep': { type: 'ok', data: {} },
  }
  const { asked } = await showPage(<SecurityPage />, { answers })
  expect(await screen.findByText(/\(Safari · iPhone · 203\.0\.\*\.\*\)/)).toHaveTextContent(formatTime(removal.from_ms))
  answers['/api/user/totp/removal'] = said({ removal: null, server_now_ms: askedMs })
  fireEvent.click(screen.getByRole('button', { name: 'Keep my authenticator app' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Keep my authenticator app' })).toBeNull())
  expect(asked.filter(({ path }) => path === '/api/user/totp/keep')).toHaveLength(1)
})
