import { aPage } from '#tests/support/builders/page.ts'
import { PromotionPage } from '#src/features/promotion/promotion-page.tsx'
import { said, showPage } from '#tests/support/page-services.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'

const paged = (data: readonly object[]) => said(aPage(data))
const answers = {
  '/api/user/invite': said({
    extension_code: 'K7PX2M',
    ad: { image: '' },
    invite_num: 23,
    invite_return_total: '186.429',
    share_url: '/#/pages/user/login/register?code=K7PX2M',
    return_rate1: '20',
    return_rate2: '8',
    return_rate3: '3',
    total_return_rate: '31',
    agent_level: 2,
    agent_name: 'vip',
  }),
  '/api/user/my_poster': said({
    extension_code: 'K7PX2M',
    share_url: '/#/pages/user/login/register?code=K7PX2M',
    pics: ['/posters/floor.svg', '/posters/dawn.svg'],
  }),
  '/api/user/my_share': said({ share_title: 'T', share_content: 'C', share_url: '', extension_code: 'K7PX2M' }),
  '/api/user/invite_list': said([
    { rank: 1, user_id: 5, account: 'ke***@mail.hk', total: '1204.1', mine: 0 },
    { rank: 2, user_id: 1, account: 'me***@mail.hk', total: '64.387', mine: 1 },
  ]),
  '/api/user/my_invite_list': paged([
    {
      id: 9,
      parent_id: 1,
      account_number: '9',
      phone: null,
      email: 'an***@post.jp',
      account: 'an***@post.jp',
      level: 1,
      time: '2026-01-05 00:00:00',
    },
  ]),
  '/api/user/my_account_return': paged([]),
}
const copied = () => {
  const written: string[] = []
  vi.stubGlobal(
    'navigator',
    Object.create(navigator, {
      clipboard: { configurable: true, value: { writeText: async (text: string) => void written.push(text) } },
    }),
  )
  return written
}

test('PRO-6 the page tells the level, what was earned and by which shares, and hands the code and the link on', async () => {
  await showPage(<PromotionPage />, { answers })
  expect(await screen.findByText('VIP agent')).toBeVisible()
  expect(screen.getByText('186.42 USDT')).toBeVisible()
  expect(screen.getByText('23')).toBeVisible()
  expect(['Level 1', 'Level 2', 'Level 3'].map((name) => screen.getByText(name).nextSibling?.textContent)).toEqual([
    '20%',
    '8%',
    '3%',
  ])
  expect(screen.getByRole('img', { name: /Kontor|K7PX2M/ })).toHaveAccessibleName(expect.stringContaining('K7PX2M'))
  const written = copied()
  await userEvent.click(screen.getByRole('button', { name: 'Copy code' }))
  await userEvent.click(screen.getByRole('button', { name: 'Copy link' }))
  await waitFor(() => expect(written).toEqual(['K7PX2M', `${location.origin}/#/pages/user/login/register?code=K7PX2M`]))
})
test('PRO-6 the ranking marks the row of the reader, and the records say who came and when there is nothing', async () => {
  await showPage(<PromotionPage />, { answers })
  const places = within(await screen.findByRole('list', { name: 'Top 10' })).getAllByRole('listitem')
  expect(places.map(({ textContent }) => textContent)).toEqual(['1ke***@mail.hk1,204.10 USDT', '2You64.38 USDT'])
  await userEvent.click(screen.getByRole('tab', { name: 'Invited' }))
  expect(await screen.findByText('an***@post.jp')).toBeVisible()
  await userEvent.click(screen.getByRole('tab', { name: 'Rebates' }))
  expect(await screen.findByText('No rebates in this period yet.')).toBeVisible()
})
