import { assets } from '#contract/assets/assets.ts'
import { allOf, useCall } from '#src/actors/use-call.ts'
import { Loaded } from '#src/parts/loaded.tsx'
import { ListPage, Paged } from '#src/parts/paged.tsx'
import { said, showPage } from '#tests/support/page-services.tsx'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'

const none = { left: [], right: [], pairs: [] }
function Coins() {
  const read = allOf({ coins: useCall(assets.flashCoins, {}), accounts: useCall(assets.transferCoins, {}) })
  return <Loaded read={read}>{({ coins }) => <p>{`pairs: ${coins.pairs.length}`}</p>}</Loaded>
}
/** Shows its page, and shows it anew. */
function Twice() {
  const [turn, setTurn] = useState(0)
  return (
    <>
      <button type="button" onClick={() => setTurn(turn + 1)}>
        anew
      </button>
      <Coins key={turn} />
    </>
  )
}

test('a page of two reads waits for both, and is shown at once when it is opened again', async () => {
  const { asked } = await showPage(<Twice />, {
    answers: { '/api/wallet/flashAgainstList': said(none), '/api/currency/user_currency_list': said([]) },
  })
  await screen.findByText('pairs: 0')
  const before = asked.length
  await userEvent.click(screen.getByRole('button', { name: 'anew' }))
  expect(screen.getByText('pairs: 0')).toBeInTheDocument()
  await waitFor(() => expect(asked.length).toBe(before * 2))
})
test('a read that was refused says why, and is there after a retry', async () => {
  const answers: Record<string, unknown> = {
    '/api/wallet/flashAgainstList': { type: 'error', message: 'Closed.', reason: 'submit_failed', params: {} },
    '/api/currency/user_currency_list': said([]),
  }
  await showPage(<Coins />, { answers })
  const retry = await screen.findByRole('button', { name: 'Try again' })
  answers['/api/wallet/flashAgainstList'] = said(none)
  await userEvent.click(retry)
  expect(await screen.findByText('pairs: 0')).toBeInTheDocument()
})

type Row = { readonly id: number }
function Rows({ rows }: { readonly rows: readonly Row[] }) {
  return (
    <Paged<Row>
      size={2}
      read={async ({ page, limit }) => ({
        ok: true,
        value: { list: rows.slice((page - 1) * limit - (page > 1 ? 1 : 0), page * limit), count: rows.length },
      })}
      keyOf={({ id }) => id}
      render={({ id }) => <span>{`row ${id}`}</span>}
      empty={{ text: 'none yet' }}
      head={<p>heads</p>}
    />
  )
}
test('a list shows each row once, its end, and nothing above while it is empty', async () => {
  await showPage(<Rows rows={[{ id: 1 }, { id: 2 }, { id: 3 }]} />)
  await screen.findByText('row 2')
  await userEvent.click(screen.getByRole('button', { name: 'Load more' }))
  await screen.findByText('row 3')
  expect(screen.getAllByText('row 2')).toHaveLength(1)
  expect(screen.getByText('heads')).toBeInTheDocument()
})
test('an empty list says so, with its page around it', async () => {
  await showPage(
    <ListPage<Row>
      title="Records"
      read={async () => ({ ok: true, value: { data: [], total: 0 } })}
      keyOf={({ id }) => id}
      render={({ id }) => id}
      empty={{ text: 'none yet' }}
      head={<p>heads</p>}
    />,
  )
  await screen.findByText('none yet')
  expect(screen.getByRole('heading', { name: 'Records' })).toBeInTheDocument()
  expect(screen.queryByText('heads')).toBeNull()
})
