import type { Webhook } from '#contract/webhook/webhook.ts'
import { WebhooksPage } from '#src/features/account/webhooks-page.tsx'
import { useSession } from '#src/stores/session.ts'
import { aUser } from '#tests/support/builders/user.ts'
import { said, showPage } from '#tests/support/page-services.tsx'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'

const hook: Webhook = {
  id: 1,
  url: 'https://bot.kontor.test/hook',
  events: [],
  state: 'on',
  status: 200,
  waiting: 0,
  lost: 0,
  created_ms: 0,
  turned_until_ms: null,
  undelivered: [],
}
const lost = { id: 7, event: 'spot.orderChanged', at_ms: 0, tries: 16, status: 503 }
const secret = `whsec_${'x'.repeat(32)}`
const listOf = (list: readonly object[]) => said({ list, max: 5, server_now_ms: 1_000_000 })
const done = (data: object) => ({ type: 'ok', message: 'Done.', data })
const stand = async (answers: Readonly<Record<string, unknown>>) => {
  const shown = await showPage(<WebhooksPage />, { answers, at: '/pages/account/webhooks' })
  act(() => useSession.setState({ user: aUser({ has_password: 'set' }) }))
  const sent = (end: string) => shown.asked.filter(({ path }) => path.endsWith(end)).map(({ body }) => body)
  return { ...shown, sent }
}

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

test('HOOK-11 an address is added with the fund password, and its secret stays until it is said to be saved', async () => {
  const { sent } = await stand({
    '/api/user/webhooks': listOf([]),
    '/api/user/webhooks/add': done({ hook, secret }),
  })
  expect(await screen.findByText('No addresses yet.')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Add address' }))
  const sheet = within(screen.getByRole('dialog'))
  await userEvent.click(sheet.getByRole('button', { name: 'Add address' }))
  expect(sheet.getByText('Enter an address.')).toBeVisible()
  await userEvent.type(sheet.getByRole('textbox', { name: 'Address' }), hook.url)
  await userEvent.type(sheet.getByRole('textbox', { name: 'Events' }), 'spot, otc.orderChanged')
  await userEvent.type(sheet.getByLabelText('Fund password'), '246813')
  await userEvent.click(sheet.getByRole('button', { name: 'Add address' }))
  expect(await screen.findByText(secret)).toBeVisible()
  expect(sent('/add')).toEqual([{ url: hook.url, events: ['spot', 'otc.orderChanged'], pay_password: '246813' }])
  expect(JSON.stringify(localStorage)).not.toContain('246813')
  await userEvent.click(screen.getByRole('button', { name: 'I have saved it' }))
  await waitFor(() => expect(screen.queryByText(secret)).toBeNull())
})
test('HOOK-11 the list says how each address stands, and what was not delivered is sent again', async () => {
  const failing: Webhook = {
    ...hook,
    id: 2,
    url: 'https://other.kontor.test/hook',
    events: ['spot'],
    state: 'failing',
    status: 503,
    waiting: 4,
    lost: 2,
    undelivered: [lost],
  }
  const ended: Webhook = { ...hook, id: 3, url: 'https://gone.kontor.test/hook', state: 'ended', status: 410 }
  const { sent } = await stand({
    '/api/user/webhooks': listOf([hook, failing, ended]),
    '/api/user/webhooks/redeliver': done(failing),
  })
  expect(await screen.findByText('Working · All events · Last answer 200')).toBeVisible()
  expect(
    screen.getByText('Failing · Only spot · Last answer 503 · Waiting: 4 · Not delivered: 1 · Left out: 2'),
  ).toBeVisible()
  expect(screen.getAllByRole('button', { name: /^Send again/ })).toHaveLength(1)
  expect(screen.queryByRole('button', { name: `New secret: ${ended.url}` })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: `Send again: ${failing.url}` }))
  await waitFor(() => expect(sent('/redeliver')).toEqual([{ id: 2 }]))
})
test('HOOK-11 a secret is turned with the fund password, and an address is deleted after a question', async () => {
  const { sent } = await stand({
    '/api/user/webhooks': listOf([hook]),
    '/api/user/webhooks/turn': done({ hook: { ...hook, turned_until_ms: 90_000_000 }, secret }),
    '/api/user/webhooks/end': done({ id: 1 }),
  })
  await userEvent.click(await screen.findByRole('button', { name: `New secret: ${hook.url}` }))
  const sheet = within(screen.getByRole('dialog'))
  await userEvent.type(sheet.getByLabelText('Fund password'), '246813')
  await userEvent.click(sheet.getByRole('button', { name: 'New secret' }))
  expect(await screen.findByText(secret)).toBeVisible()
  expect(sent('/turn')).toEqual([{ id: 1, pay_password: '246813' }])
  await userEvent.click(screen.getByRole('button', { name: 'I have saved it' }))
  await userEvent.click(screen.getByRole('button', { name: `Delete: ${hook.url}` }))
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(sent('/end')).toEqual([{ id: 1 }]))
})
