import { AskedPage } from '#src/features/account/asked-page.tsx'
import { said, showPage } from '#tests/support/page-services.tsx'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'

const line = {
  id: 4,
  kind: 'appeal',
  ref: '7',
  text: 'Please send the bank slip.',
  at_ms: 1000,
  until_ms: 900_000,
}
test('what the venue asks for stands with its case, and is answered once there is something to send', async () => {
  const answers = {
    '/api/user/asked': said({ list: [line], server_now_ms: 2000 }),
  }
  const { asked } = await showPage(<AskedPage />, { answers, at: '/pages/account/asked' })
  expect(await screen.findByText('Please send the bank slip.')).toBeVisible()
  expect(screen.getByRole('link', { name: 'OTC appeal' })).toHaveAttribute('href', '#/pages/otc/detail?id=7')
  await userEvent.click(screen.getByRole('button', { name: 'Send answer' }))
  expect(screen.getByText('Write something or add a picture.')).toBeVisible()
  await userEvent.type(screen.getByRole('textbox', { name: /^Your answer/ }), 'It follows.')
  await userEvent.click(screen.getByRole('button', { name: 'Send answer' }))
  await waitFor(() =>
    expect(asked.flatMap(({ body }) => body ?? [])).toContainEqual({ id: 4, text: 'It follows.', files: [] }),
  )
})

test('with nothing asked the page says so', async () => {
  await showPage(<AskedPage />, { answers: { '/api/user/asked': said({ list: [], server_now_ms: 2000 }) } })
  expect(await screen.findByText('Nothing is asked of you.')).toBeVisible()
})
