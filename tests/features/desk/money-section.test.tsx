import { DeskPage } from '#src/features/desk/desk-page.tsx'
import { useConfig } from '#src/stores/config.ts'
import { aSetting } from '#tests/support/builders/setting.ts'
import { said, showPage } from '#tests/support/page-services.tsx'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, onTestFinished, test } from 'vitest'

const user = { id: 100_002, nickname: 'Ann', account: 'an***@kontor.test' }

test('DEP-14 what keeps money from moving is told on every tab, and addresses are proposed from a file', async () => {
  const gaps = [{ gap: 'pool_empty', about: 'USDT · ERC20' }]
  const pool = { id: 'USDT-ERC20', name: 'USDT · ERC20', way: 'pool', is_open: 1, free: 0, given: 5, waits: null }
  const money = said({ pools: [pool], gaps })
  const { asked } = await showPage(<DeskPage />, {
    answers: {
      '/api/desk/index': said({
        me: user,
        powers: ['deskSettings'],
        queues: [],
        service: null,
        gaps,
        server_now_ms: 61_000,
      }),
      '/api/desk/money': money,
      '/api/desk/pool': money,
      '/api/desk/markets': said({ all_halted: 0, all_waits: null, list: [] }),
    },
    at: '/pages/desk/index',
  })
  await userEvent.click(await screen.findByRole('link', { name: '1 thing keeps money from moving' }))
  expect(await screen.findByText('USDT · ERC20: no deposit address is left. Import more.')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Import addresses: USDT · ERC20' }))
  await userEvent.upload(
    screen.getByLabelText('CSV file'),
    new File(['address\n0xabc'], 'pool.csv', { type: 'text/csv' }),
  )
  await userEvent.type(screen.getByLabelText('Reason'), 'New keys.')
  await userEvent.click(screen.getByRole('button', { name: 'Propose' }))
  await waitFor(() =>
    expect(asked.find(({ path }) => path === '/api/desk/pool')?.body).toMatchObject({
      id: 'USDT-ERC20',
      csv: 'address\n0xabc',
      rotate: 0,
      reason: 'New keys.',
    }),
  )
})

test('DEP-14 in the demo, whose addresses are its own, there is nothing to open or import', async () => {
  useConfig.setState({ setting: aSetting({ demo: true }) })
  onTestFinished(() => useConfig.setState({ setting: null }))
  const index = { me: user, powers: ['deskSettings'], queues: [], service: null, gaps: [], server_now_ms: 61_000 }
  const markets = said({ all_halted: 0, all_waits: null, list: [] })
  await showPage(<DeskPage />, {
    answers: { '/api/desk/index': said(index), '/api/desk/markets': markets },
    at: '/pages/desk/index',
  })
  expect(await screen.findByRole('tab', { name: 'Products' })).toBeVisible()
  expect(screen.queryByRole('tab', { name: 'Money in and out' })).toBeNull()
})
