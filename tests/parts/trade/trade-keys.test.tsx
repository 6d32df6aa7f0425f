import { TradeKeys } from '#src/parts/trade/trade-keys.tsx'
import { show } from '#tests/support/render.tsx'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'

test('TRADE-17 the keys of a desk lead to the sides and the pairs, and show themselves; typed or under a layer they rest', async () => {
  const heard: string[] = []
  const hear = (name: string) => () => void heard.push(name)
  await show(
    <>
      <TradeKeys
        onBuy={hear('buy')}
        onSell={hear('sell')}
        onPick={hear('pick')}
        words={{ buy: 'Buy BTC', sell: 'Sell BTC' }}
      />
      <input aria-label="Amount" />
    </>,
  )
  const user = userEvent.setup()
  await user.keyboard('bS{Control>}b{/Control}x/')
  expect(heard).toEqual(['buy', 'sell', 'pick'])
  const field = screen.getByLabelText('Amount')
  await user.click(field)
  await user.keyboard('b?/')
  expect(heard).toHaveLength(3)
  expect(field).toHaveValue('b?/')
  await user.keyboard('{Escape}')
  expect(field).not.toHaveFocus()
  await user.keyboard('?')
  expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toHaveTextContent('Buy BTC')
  await user.keyboard('b')
  expect(heard).toHaveLength(3)
})
