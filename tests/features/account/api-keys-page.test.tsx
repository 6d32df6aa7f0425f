import { ApiKeysPage } from '#src/features/account/api-keys-page.tsx'
import { accountPaths } from '#src/lib/paths/account.ts'
import { said, showPage } from '#tests/support/page-services.tsx'
import { useSession } from '#src/stores/session.ts'
import { aUser } from '#tests/support/builders/user.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'

const key = {
  id: 'k1',
  name: 'market maker',
  scope: 'trade',
  hint: 'wxyz',
  created_time: '2026-01-05 00:00:00',
  used_time: null,
  expires_time: null,
  addresses: [],
}
const secret = `kak_${'x'.repeat(39)}wxyz`
const listOf = (list: readonly object[]) => said({ list, max: 5, server_now_ms: 1_000_000 })
const stand = (answers: Readonly<Record<string, unknown>>) =>
  showPage(<ApiKeysPage />, { answers, at: '/pages/account/api-keys' })

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

test('without a fund password the form says so as it opens, and sends nothing', async () => {
  const { asked } = await stand({ '/api/user/api_keys': listOf([]) })
  act(() => useSession.setState({ user: aUser({ has_password: 'unset' }) }))
  await userEvent.click(await screen.findByRole('button', { name: 'Create key' }))
  const sheet = within(screen.getByRole('dialog'))
  expect([(await sheet.findByText('Set a fund password')).tagName, sheet.queryByLabelText('Fund password')]).toEqual([
    'B',
    null,
  ])
  await userEvent.type(sheet.getByRole('textbox', { name: 'Name' }), 'maker')
  await userEvent.click(sheet.getByRole('button', { name: 'Create key' }))
  expect(asked.filter(({ path }) => path.endsWith('/add'))).toEqual([])
  await userEvent.click(sheet.getByRole('button', { name: 'Set' }))
  expect([location.hash, sessionStorage.getItem('kontor.draft.api-key')]).toEqual([
    `#${accountPaths.changePayPassword}`,
    JSON.stringify({ name: 'maker', addresses: '', max_order: '', max_day: '', markets: '' }),
  ])
})

test('API-6 a key is made with a name, a permission and the fund password, and its secret stays until it is said to be saved', async () => {
  const { asked } = await stand({
    '/api/user/api_keys': listOf([]),
    '/api/user/api_keys/add': { type: 'ok', message: 'Done.', data: { key, secret } },
  })
  act(() => useSession.setState({ user: aUser({ has_password: 'set' }) }))
  expect(await screen.findByText('No API keys yet.')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Create key' }))
  const sheet = within(screen.getByRole('dialog'))
  await userEvent.click(sheet.getByRole('button', { name: 'Create key' }))
  expect(sheet.getByText('Enter a name.')).toBeVisible()
  expect(asked.filter(({ path }) => path.endsWith('/add'))).toEqual([])
  await userEvent.type(sheet.getByRole('textbox', { name: 'Name' }), 'market maker')
  await userEvent.click(sheet.getByRole('radio', { name: 'Trade' }))
  await userEvent.click(sheet.getByRole('checkbox', { name: /^Price alerts/ }))
  await userEvent.click(sheet.getByRole('checkbox', { name: /^Chat/ }))
  await userEvent.click(sheet.getByRole('checkbox', { name: /^OTC/ }))
  await userEvent.click(sheet.getByRole('checkbox', { name: /^OTC/ }))
  await userEvent.selectOptions(sheet.getByLabelText('Valid for'), '90 days')
  const addresses = sheet.getByRole('textbox', { name: 'IP addresses' })
  await userEvent.type(addresses, '203.0.113.0/24, here')
  await userEvent.type(sheet.getByLabelText('Fund password'), '246813')
  await userEvent.click(sheet.getByRole('button', { name: 'Create key' }))
  expect(sheet.getByText(/^“here” is no IP address or range/)).toBeVisible()
  await userEvent.type(addresses, '{Backspace>4}::1')
  await userEvent.click(sheet.getByRole('button', { name: 'Create key' }))
  expect(await screen.findByText(secret)).toBeVisible()
  expect(asked.filter(({ path }) => path.endsWith('/add')).map(({ body }) => body)).toEqual([
    {
      name: 'market maker',
      scope: 'trade',
      areas: ['chat', 'alerts'],
      days: 90,
      addresses: ['203.0.113.0/24', '::1'],
      pay_password: '246813',
    },
  ])
  expect(JSON.stringify(localStorage)).not.toContain('246813')
  await userEvent.keyboard('{Escape}')
  expect(screen.getByText(secret)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'I have saved it' }))
  await waitFor(() => expect(screen.queryByText(secret)).toBeNull())
})
test('API-6 the list says when a key ends or has ended, and from where alone it counts', async () => {
  const held = {
    ...key,
    areas: ['otc', 'chat'],
    expires_time: '1970-01-02 00:00:00',
    addresses: ['203.0.113.0/24', '::1'],
  }
  await stand({ '/api/user/api_keys': listOf([held, { ...held, id: 'k2', expires_time: '1970-01-01 00:00:01' }]) })
  expect(await screen.findByText(/Ends 1970.*Only from 203\.0\.113\.0\/24, ::1$/)).toBeVisible()
  expect(screen.getByText(/Ended 1970.*Also OTC, Chat · /)).toBeVisible()
})
test('API-6 a key is deleted after a question, and the list is read again', async () => {
  const { asked } = await stand({
    '/api/user/api_keys': listOf([key]),
    '/api/user/api_keys/end': { type: 'ok', message: 'Done.', data: { id: 'k1' } },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Delete key: market maker' }))
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete key' }))
  await waitFor(() =>
    expect(asked.filter(({ path }) => path.endsWith('/end')).map(({ body }) => body)).toEqual([{ id: 'k1' }]),
  )
  await waitFor(() => expect(asked.filter(({ path }) => path === '/api/user/api_keys').length).toBe(2))
})

test('API-8 a key that trades is made with caps, which the list tells; one that reads has none', async () => {
  const capped = { ...key, max_order: '100', max_day: '500', markets: ['BTC-USDT'] }
  const { asked } = await stand({
    '/api/user/api_keys': listOf([capped]),
    '/api/user/api_keys/add': { type: 'ok', message: 'Done.', data: { key, secret } },
  })
  act(() => useSession.setState({ user: aUser({ has_password: 'set' }) }))
  const caps = /At most 100 USDT per order · At most 500 USDT per day · Only BTC-USDT/
  expect(await screen.findByText(caps)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Create key' }))
  const sheet = within(screen.getByRole('dialog'))
  const field = (name: RegExp) => sheet.getByRole('textbox', { name })
  await userEvent.type(field(/^Name/), 'agent')
  await userEvent.type(sheet.getByLabelText('Fund password'), '246813')
  expect(sheet.queryByRole('textbox', { name: /Most per order/ })).toBeNull()
  await userEvent.click(sheet.getByRole('radio', { name: 'Trade' }))
  await userEvent.type(field(/Most per order/), 'much')
  await userEvent.type(field(/Most per day/), '500')
  await userEvent.type(field(/Markets/), 'BTC')
  await userEvent.click(sheet.getByRole('button', { name: 'Create key' }))
  expect(sheet.getByText('Enter an amount, such as 100.')).toBeVisible()
  expect(sheet.getByText('Write markets like BTC-USDT.')).toBeVisible()
  await userEvent.clear(field(/Most per order/))
  await userEvent.type(field(/Markets/), '-USDT, ETH-USDT')
  await userEvent.click(sheet.getByRole('button', { name: 'Create key' }))
  const made = () => asked.filter(({ path }) => path.endsWith('/add')).map(({ body }) => body)
  await waitFor(() => expect(made()).toHaveLength(1))
  expect(made()[0]).toMatchObject({ scope: 'trade', max_day: '500', markets: ['BTC-USDT', 'ETH-USDT'] })
  expect(made()[0]).not.toHaveProperty('max_order')
})
