import { DeskPage } from '#src/features/desk/desk-page.tsx'
import { said, showPage } from '#tests/support/page-services.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'

const ann = { id: 100_002, nickname: 'Ann', account: 'an***@kontor.test' }
const olivia = { id: 100_009, nickname: 'Olivia', account: 'ol***@kontor.test' }
const kim = { id: 100_010, nickname: 'Kim', account: 'ki***@kontor.test' }
const row = {
  id: 'kyc-100002',
  kind: 'kyc',
  status: 'open',
  user: ann,
  title: 'Lee Siu Ming',
  amount: null,
  coin: null,
  signals: ['answered'],
  opened_ms: 1000,
  decided_ms: null,
  reason: null,
  assigned: kim,
  rev: 3,
}
const question = {
  id: 1,
  user: ann,
  by: kim,
  text: 'A clearer photo, please.',
  at_ms: 2000,
  until_ms: 900_000,
  is_open: 0,
  answer: 'Here it is.',
  files: ['/upload/kyc/again.png'],
  answered_ms: 50_000,
}
const full = {
  ...row,
  facts: [],
  files: [],
  relatives: [],
  past: [],
  history: [],
  may: ['pass', 'reject'],
  asks: [],
  is_own: 0,
  needs_two: 0,
  approved: null,
  ties: [],
  change: null,
  asked: [question],
  may_ask: [{ ...ann, lang: 'hk' }],
  colleagues: [olivia, kim],
  lang: 'hk',
  appeal: null,
  server_now_ms: 61_000,
}
const answers = {
  '/api/desk/index': said({
    me: olivia,
    powers: ['deskKyc'],
    queues: [
      { kind: 'kyc', open: 1, oldest_ms: 1000 },
      { kind: 'kyc_advanced', open: 0, oldest_ms: null },
    ],
    service: null,
    gaps: [],
    server_now_ms: 61_000,
  }),
  '/api/desk/cases': said({ list: [row], count: 1, page: 1, limit: 20, server_now_ms: 61_000 }),
  '/api/desk/case': said(full),
  '/api/desk/assign': said({ ...row, assigned: olivia }),
  '/api/desk/ask': said(row),
}
const at = '/pages/desk/index?tab=kyc'
const bodiesOf = (asked: readonly { path: string; body: unknown }[], path: string) =>
  asked.filter((each) => each.path === path).map(({ body }) => body)

test('a case that a colleague has taken says so, and A takes it over from whoever had it when it was read', async () => {
  const { asked } = await showPage(<DeskPage />, { answers, at: `${at}&case=kyc-100002` })
  const decide = await screen.findByRole('complementary', { name: 'Decide' })
  expect(decide).toHaveTextContent('Kim works on it')
  expect(screen.getByRole('combobox', { name: 'Who works on it' })).toHaveDisplayValue('Kim · 100010')
  await userEvent.keyboard('a')
  await waitFor(() =>
    expect(bodiesOf(asked, '/api/desk/assign')).toEqual([{ id: 'kyc-100002', from: 100_010, to: 100_009 }]),
  )
})

test('what a person answered stands in the case with its pictures, and M asks for more', async () => {
  const { asked } = await showPage(<DeskPage />, { answers, at: `${at}&case=kyc-100002` })
  expect(await screen.findByText('Here it is.')).toBeVisible()
  expect(screen.getByRole('img', { name: 'Picture 1' })).toHaveAttribute('src', '/upload/kyc/again.png')
  await userEvent.keyboard('m')
  const sheet = within(await screen.findByRole('dialog', { name: 'Ask for more' }))
  await userEvent.click(sheet.getByRole('button', { name: 'Ask' }))
  expect(sheet.getByText('A reason is required.')).toBeVisible()
  await userEvent.click(sheet.getByRole('button', { name: 'Proof of address' }))
  await userEvent.click(sheet.getByRole('button', { name: 'Ask' }))
  await waitFor(() =>
    // What is filled in is in the language of who reads it.
    expect(bodiesOf(asked, '/api/desk/ask')).toEqual([
      { id: 'kyc-100002', user_id: 100_002, text: '請提交最近三個月內印有你姓名及地址的帳單或信件。' },
    ]),
  )
})

test('a filter is saved under what it shows, leads to its queue from another one, and is removed again', async () => {
  const { asked } = await showPage(<DeskPage />, { answers, at })
  await userEvent.click(await screen.findByRole('radio', { name: 'Mine' }))
  await userEvent.click(screen.getByRole('button', { name: 'Save this filter' }))
  const saved = within(screen.getByRole('group', { name: 'Saved filters' }))
  expect(saved.getByRole('button', { name: 'Identity · Mine', pressed: true })).toBeVisible()
  await userEvent.click(screen.getByRole('tab', { name: /^Advanced/ }))
  await userEvent.click(await screen.findByRole('button', { name: 'Identity · Mine', pressed: false }))
  expect(await screen.findByRole('radio', { name: 'Mine' })).toBeChecked()
  await waitFor(() =>
    expect(asked.filter(({ path }) => path === '/api/desk/cases').at(-1)?.search).toMatch(
      /(?=.*kind=kyc&)(?=.*whose=mine)/,
    ),
  )
  await userEvent.click(screen.getByRole('button', { name: 'Remove Identity · Mine' }))
  expect(screen.queryByRole('button', { name: 'Identity · Mine' })).toBeNull()
})

test('? tells the keys of the desk, and / leads into the search without being typed', async () => {
  await showPage(<DeskPage />, { answers, at })
  await screen.findByRole('radio', { name: 'Mine' })
  await userEvent.keyboard('?')
  const sheet = await screen.findByRole('dialog', { name: 'Keys' })
  expect(sheet).toHaveTextContent('Take this case, or give it back')
  await userEvent.click(within(sheet).getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Keys' })).toBeNull())
  await userEvent.keyboard('/')
  expect(screen.getByRole('searchbox', { name: 'Number, name or account' })).toHaveFocus()
  expect(screen.getByRole('searchbox')).toHaveValue('')
})
