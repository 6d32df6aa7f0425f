import { ContactPage } from '#src/features/session/contact-page.tsx'
import { said, showPage } from '#tests/support/page-services.tsx'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label, { selector: 'input' }), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('a new address is proven first, then the account; a refusal of the new code leads back to it with what was entered', async () => {
  const answers: Record<string, unknown> = {
    '/api/user/check_email': { type: 'ok', data: {} },
    '/api/user/protection': said({ mail_word: null, totp: 0, recovery_left: 0 }),
    '/api/user/contact': { type: 'error', message: '', reason: 'code_expired', params: { of: 'new' } },
  }
  const { asked } = await showPage(<ContactPage />, { answers, at: '/pages/account/contact?kind=email' })
  type('Email', 'new@kontor.test')
  type('Verification code', '111111')
  press('Next')
  expect(await screen.findByText(/a code goes to where it is reached today/)).toBeVisible()
  type('Verification code', '222222')
  press('Change')
  expect(await screen.findByLabelText('Email', { selector: 'input' })).toHaveValue('new@kontor.test')
  expect(screen.getByText(/expired/, { selector: '[role=alert]' })).toBeVisible()
  answers['/api/user/contact'] = { type: 'ok', data: { contact: 'ne***@kontor.test' } }
  type('Verification code', '333333')
  press('Next')
  await screen.findByText(/a code goes to where it is reached today/)
  type('Verification code', '444444')
  press('Change')
  await waitFor(() => expect(asked.filter(({ path }) => path === '/api/user/contact')).toHaveLength(2))
  expect(asked.filter(({ path }) => path === '/api/user/contact').map(({ body }) => body)).toEqual(
    [
      ['111111', '222222'],
      ['333333', '444444'],
    ].map(([new_code, code]) => ({ user_type: 'email', user_string: 'new@kontor.test', new_code, code })),
  )
})
