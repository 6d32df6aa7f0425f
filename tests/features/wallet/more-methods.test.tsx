import { AddMethodPage } from '#src/features/wallet/add-method-page.tsx'
import { MethodsPage } from '#src/features/wallet/methods-page.tsx'
import { isLayer } from '#src/lib/hash-location.ts'
import { somePayMethods } from '#tests/support/builders/pay-methods.ts'
import { said, showPage } from '#tests/support/page-services.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { NEVER } from 'rxjs'
import { expect, test } from 'vitest'

const payee = {
  way: 'bank',
  real_name: 'Ann Lee',
  bank_name: 'DBS Bank',
  bank_branch: null,
  bank_account: '77776666',
  swift_code: null,
  bank_address: null,
  residence_address: null,
  postal_code: null,
  alipay_account: null,
  alipay_qr_code: null,
  wechat_account: null,
  wechat_nickname: null,
  wechat_qr_code: null,
}
const answers = (isUsed: 0 | 1) => ({
  '/api/user/cash_info': said(somePayMethods()),
  '/api/trade/myTradeList': said({ list: [], count: 0, page: 1, limit: 50 }),
  '/api/user/payees': said({ list: [{ id: 5, way: 'bank', payee, is_used: isUsed }] }),
  '/api/user/payees/remove': { type: 'ok', message: 'Done.', data: { list: [] } },
})
const feeds = { events$: NEVER, renewed$: NEVER }
const bodiesOf = (asked: readonly { path: string; body: unknown }[], path: string) =>
  asked.flatMap((each) => (each.path === path && each.body !== undefined ? [each.body] : []))

test('a further card stands under its way, and is removed with the fund password', async () => {
  const { asked } = await showPage(<MethodsPage />, { answers: answers(0), feeds })
  await userEvent.click(await screen.findByRole('button', { name: 'Remove DBS Bank **** 6666' }))
  const sheet = within(await screen.findByRole('dialog'))
  await userEvent.type(sheet.getByLabelText('Fund password'), '246810')
  await userEvent.click(sheet.getByRole('button', { name: 'Remove this method' }))
  await waitFor(() => expect(bodiesOf(asked, '/api/user/payees/remove')).toEqual([{ id: 5, pay_password: '246810' }]))
  // The sheet goes back in the history, which takes a moment: the next page would be led away by it.
  await waitFor(() => expect([screen.queryByRole('dialog'), isLayer()]).toEqual([null, false]))
})

test('one that something needs stays; another one is added from its way', async () => {
  await showPage(<MethodsPage />, { answers: answers(1), feeds })
  expect(await screen.findByText('Used by an ad or order')).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull()
  const [link] = screen.getAllByRole('link', { name: 'Add another' })
  expect(link).toHaveAttribute('href', '#/pages/bankbind/addbank?way=bank&more=1')
})

test('a further card begins with whose it is, asks for the fund password, and changes nothing of the first', async () => {
  const { asked } = await showPage(<AddMethodPage />, {
    answers: answers(0),
    feeds,
    at: '/pages/bankbind/addbank?way=bank&more=1',
  })
  const account = await screen.findByLabelText('Card or account number')
  expect(account).toHaveValue('')
  await userEvent.type(account, '88889999')
  await userEvent.type(screen.getByLabelText('Bank name'), 'DBS Bank')
  await userEvent.type(screen.getByLabelText('Fund password'), '246810')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(bodiesOf(asked, '/api/user/payees')).toMatchObject([
      { way: 'bank', bank_account: '88889999', pay_password: '246810' },
    ]),
  )
  expect(bodiesOf(asked, '/api/user/cash_save')).toEqual([])
})
