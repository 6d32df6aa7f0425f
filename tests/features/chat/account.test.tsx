import { accountRecord, chatAccount, type AccountRecord } from '#contract/chat/chat-account.ts'
import { encode } from '#contract/wire/coded.ts'
import { AccountTab } from '#src/features/chat/account/account-tab.tsx'
import { useSession } from '#src/stores/session.ts'
import { aCell } from '#tests/support/builders/cell.ts'
import { aUser } from '#tests/support/builders/user.ts'
import { live, showPage } from '#tests/support/page-services.tsx'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { of } from 'rxjs'
import { expect, test } from 'vitest'

const reply = (data: unknown) => ({ code: 200, data })
const month = new Date().toISOString().slice(0, 7)
const aRecord = (some: Partial<AccountRecord>): AccountRecord => ({
  id: 'l1',
  tradeTitle: '720',
  tradeIcon: null,
  tradeValue: '8.8',
  tradeDirection: 'out',
  tradeType: 'packet',
  tradeStatus: 'done',
  source: 'ledger',
  remark: null,
  createTime: `${month}-01 10:00:00`,
  finishTime: null,
  ...some,
})
const note = aRecord({
  id: 'n4',
  source: 'own',
  tradeTitle: 'Lunch',
  tradeValue: '12',
  tradeType: 'spend',
  remark: 'with Ada',
})
const records = (...list: AccountRecord[]) =>
  reply({
    recordList: list.map((each): unknown => encode(accountRecord, each)),
    count: list.length,
    monthAccountInfo: { inputAmount: '100', outputAmount: '8.8' },
  })
const cells = {
  change: [aCell({ currency: 3, currency_name: 'USDT', change_balance: '9000' })],
  legal: [aCell({ currency: 3, currency_name: 'USDT', legal_balance: '41.2' })],
  lever: [],
  micro: [],
}
const balances = { seq: 1, cells }
const openAccount = () =>
  showPage(<AccountTab />, {
    feeds: { balances$: of(live(balances)) },
    answers: {
      '/chat/accountRecord/getUserAccountRecordList': records(note, aRecord({})),
      '/chat/accountRecord/updateUserAccountRecord': reply(encode(accountRecord, aRecord({ remark: 'for Mei' }))),
      '/chat/accountRecord/deleteUserAccountRecord': reply({}),
      '/chat/accountRecord/addUserAccountRecord': reply(encode(accountRecord, note)),
      '/chat/imUser/toPayUserBalance': reply('T7'),
    },
  })
const bodyOf = (asked: readonly { readonly path: string; readonly body: unknown }[], call: { readonly path: string }) =>
  asked.filter(({ path }) => path === `/chat/${call.path}`).map(({ body }) => body)

test('CHAT-72 balance, totals and lines; of a line of the ledger the remark alone is sent, and what is hidden is read anew', async () => {
  const { asked, stop } = await openAccount()
  expect(await screen.findByText('41.20')).toBeTruthy()
  expect(
    (await screen.findAllByRole('button', { name: /10:00|Lunch|Red packet/u })).map(({ textContent }) =>
      textContent.replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/u, ' '),
    ),
  ).toEqual(['LunchNote with Ada−12.00', 'Red packet sent −8.80'])
  expect(screen.getAllByText('100.00').length + screen.getAllByText('8.80').length).toBe(2)
  fireEvent.click(screen.getByRole('button', { name: /Red packet sent/u }))
  const sheet = await screen.findByRole('dialog', { name: 'Red packet sent' })
  expect(within(sheet).queryByRole('button', { name: 'Edit' })).toBe(null)
  fireEvent.change(within(sheet).getByLabelText('Remark'), { target: { value: ' for Mei ' } })
  fireEvent.click(within(sheet).getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(bodyOf(asked, chatAccount.updateRecord)).toEqual([{ id: 'l1', remark: 'for Mei' }]))
  await waitFor(() => expect(bodyOf(asked, chatAccount.records).length).toBe(2))
  expect(bodyOf(asked, chatAccount.records)[1]).toEqual({ timeDuring: month, pageNum: 1, pageSize: 20 })
  stop()
})
test('CHAT-72 a note is edited and deleted; without a title or an amount it is not sent', async () => {
  const { asked, stop } = await openAccount()
  fireEvent.click(await screen.findByRole('button', { name: 'Add a note' }))
  const sheet = await screen.findByRole('dialog', { name: 'Add a note' })
  fireEvent.click(within(sheet).getByRole('button', { name: 'Save' }))
  expect((await within(sheet).findAllByRole('alert')).length).toBe(2)
  expect(bodyOf(asked, chatAccount.addRecord)).toEqual([])
  fireEvent.click(within(sheet).getByRole('button', { name: 'Close' }))
  fireEvent.click(await screen.findByRole('button', { name: /Lunch/u }))
  fireEvent.click(within(await screen.findByRole('dialog', { name: 'Lunch' })).getByRole('button', { name: 'Edit' }))
  const form = await screen.findByRole('dialog', { name: 'Edit note' })
  fireEvent.change(within(form).getByLabelText('Title'), { target: { value: 'Dinner' } })
  fireEvent.click(within(form).getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(bodyOf(asked, chatAccount.updateRecord)).toEqual([
      { id: 'n4', tradeTitle: 'Dinner', tradeValue: '12', tradeDirection: 'out', tradeType: 5, remark: 'with Ada' },
    ]),
  )
  fireEvent.click(await screen.findByRole('button', { name: /Lunch/u }))
  fireEvent.click(within(await screen.findByRole('dialog', { name: 'Lunch' })).getByRole('button', { name: 'Delete' }))
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(bodyOf(asked, chatAccount.deleteRecord)).toEqual([{ id: 'n4' }]))
  stop()
})
test('CHAT-72 a top-up is at most what is allowed and there, and asks the fund password', async () => {
  const { asked, stop } = await openAccount()
  fireEvent.click(await screen.findByRole('button', { name: 'Top up' }))
  const sheet = await screen.findByRole('dialog', { name: 'Top up' })
  expect([
    within(sheet).queryByLabelText('Fund password'),
    (await within(sheet).findByText('Set a fund password')).textContent,
  ]).toEqual([null, 'Set a fund password'])
  act(() => useSession.setState({ user: aUser({ has_password: 'set' }) }))
  const amount = within(sheet).getByRole('textbox', { name: 'Amount' })
  const pay = () => fireEvent.click(within(sheet).getByRole('button', { name: 'Top up' }))
  fireEvent.change(amount, { target: { value: '5000.01' } })
  pay()
  expect((await within(sheet).findAllByRole('alert')).map(({ textContent }) => textContent).join()).toContain('5,000')
  fireEvent.click(within(sheet).getByRole('button', { name: 'Max' }))
  fireEvent.change(within(sheet).getByLabelText('Fund password'), { target: { value: '246813' } })
  expect(bodyOf(asked, chatAccount.topUp)).toEqual([])
  pay()
  await waitFor(() => expect(bodyOf(asked, chatAccount.topUp)).toEqual([{ amount: '5000', tradePwd: '246813' }]))
  stop()
})
