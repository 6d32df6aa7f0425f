import { aNewsItem } from '#tests/support/builders/news.ts'
import { HelpPage } from '#src/features/news/help-page.tsx'
import { NoticePage } from '#src/features/news/notice-page.tsx'
import { NoticesPage } from '#src/features/news/notices-page.tsx'
import { RulePage } from '#src/features/news/rule-page.tsx'
import { said, showPage } from '#tests/support/page-services.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'

const item = (id: number, changes: object = {}) => aNewsItem(id, changes)
const listOf = (...list: readonly object[]) => said({ list, count: list.length, page: 1, limit: 10 })

test('NEWS-2 notices show their time, mark pinned ones, and link to their text', async () => {
  const { asked } = await showPage(<NoticesPage />, {
    answers: { '/api/news/list': listOf(item(1, { top: 1 }), item(2)) },
    lang: 'th',
  })
  const links = await screen.findAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '#/pages/index/notice/notice?id=1',
    '#/pages/index/notice/notice?id=2',
  ])
  expect(within(links[0] ?? document.body).getByText('ปักหมุด')).toBeVisible()
  expect(asked[0]?.body).toMatchObject({ c_id: 4, lang: 'th', page: 1 })
})

test('P3 announcements and what the venue says of itself have a list beside the notices, each in its own address', async () => {
  const { asked } = await showPage(<NoticesPage />, {
    answers: { '/api/news/list': listOf(item(3)) },
    at: '/pages/notice/index',
  })
  await userEvent.click(await screen.findByRole('tab', { name: 'Announcements' }))
  await waitFor(() => expect(asked.at(-1)?.body).toMatchObject({ c_id: 1 }))
  await userEvent.click(screen.getByRole('tab', { name: 'About us' }))
  await waitFor(() => expect(asked.at(-1)?.body).toMatchObject({ c_id: 7 }))
  expect(location.hash).toBe('#/pages/notice/index?kind=about')
})

test('NEWS-1 a notice is plain text: HTML stays text, and URLs are safe links', async () => {
  const detail = said({ ...item(1), content: 'Hello <img src=x onerror=alert(1)>\n\nMore at https://a.example/more.' })
  const { container } = await showPage(<NoticePage />, {
    answers: { '/api/news/detail': detail },
    at: '/pages/index/notice/notice?id=1',
  })
  expect(await screen.findByRole('heading', { name: 'Text 1' })).toBeVisible()
  expect(container.querySelector('img')).toBeNull()
  const link = screen.getByRole('link', { name: 'https://a.example/more' })
  expect(link).toHaveAttribute('rel', 'noopener noreferrer')
})

test('NEWS-3 a deleted notice shows a message without a retry', async () => {
  const gone = { type: 'error', message: 'No such text.', reason: 'not_found' }
  await showPage(<NoticePage />, { answers: { '/api/news/detail': gone }, at: '/pages/index/notice/notice?id=77' })
  expect(await screen.findByText('This text is not there any more.')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})

test('NEWS-3 a notice that failed to load can be retried', async () => {
  const answers: Record<string, unknown> = {
    '/api/news/detail': { type: 'error', message: 'Later.', reason: 'too_many' },
  }
  await showPage(<NoticePage />, { answers, at: '/pages/index/notice/notice?id=1' })
  const again = await screen.findByRole('button', { name: 'Try again' })
  answers['/api/news/detail'] = said({ ...item(1), content: 'Here.' })
  await userEvent.click(again)
  expect(await screen.findByText('Here.')).toBeVisible()
})

test('NEWS-4 help is searched while typing; without a site of its own the service is reached by the chat, and so is feedback', async () => {
  const service = said({ customer_url: null, cover: null, xtitle: '' })
  const { asked } = await showPage(<HelpPage />, {
    answers: { '/api/news/list': listOf(item(3, { c_id: 19 })), '/api/set/get_customer_url': service },
  })
  expect(await screen.findByRole('link', { name: 'Text 3' })).toHaveAttribute('href', '#/pages/help/center/detail?id=3')
  await userEvent.type(screen.getByRole('searchbox'), 'fee')
  await waitFor(() =>
    expect(asked.filter(({ path }) => path === '/api/news/list').at(-1)?.body).toMatchObject({
      c_id: 19,
      keyword: 'fee',
    }),
  )
  const ways = ['Online service', 'Feedback'].map((name) => screen.getByRole('link', { name }).getAttribute('href'))
  expect(ways).toEqual(['#/pages/help/center/chat', '#/pages/help/center/chat'])
})

test('NEWS-4 the support contact must be an https URL', async () => {
  const answers = {
    '/api/news/list': listOf(),
    '/api/set/get_customer_url': said({ customer_url: 'https://help.example/', cover: null, xtitle: '' }),
  }
  await showPage(<HelpPage />, { answers })
  await waitFor(() =>
    expect(screen.getByRole('link', { name: 'Online service' })).toHaveAttribute('href', 'https://help.example/'),
  )
})

test('NEWS-2 the rules are a list, and one of them a text', async () => {
  const answers = {
    '/api/news/list': listOf(item(8, { c_id: 23 })),
    '/api/news/detail': said({ ...item(8, { c_id: 23 }), content: 'Price, then time.' }),
  }
  const { unmount } = await showPage(<RulePage />, { answers, at: '/pages/help/center/rule' })
  expect(await screen.findByRole('link', { name: 'Text 8' })).toHaveAttribute('href', '#/pages/help/center/rule?id=8')
  unmount()
  await showPage(<RulePage />, { answers, at: '/pages/help/center/rule?id=8' })
  expect(await screen.findByText('Price, then time.')).toBeVisible()
})
