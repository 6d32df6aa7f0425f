import { amendFocused, pressKeyed, TradeKeys } from '#src/parts/trade/trade-keys.tsx'
import { StepField } from '#src/parts/trade/step-field.tsx'
import { show } from '#tests/support/render.tsx'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'

function Price() {
  const [price, setPrice] = useState('100.00')
  const field = { name: 'price', label: 'Price', short: 'Price', scale: 2, unit: 'USDT', step: '0.01' }
  return <StepField {...field} value={price} onChange={setPrice} />
}
const stand = async () => {
  const heard: string[] = []
  const keys = ['b', 's', 'm', '/', 'Enter', 'Shift+X'].map((key) => ({
    key,
    does: `Does ${key}`,
    act: () => void heard.push(key),
  }))
  await show(
    <>
      <TradeKeys keys={[...keys, { key: 'e', does: 'Change', act: amendFocused }]} />
      <input aria-label="Search" />
      <Price />
      {['one', 'two'].map((name) => (
        <article key={name} aria-label={name}>
          <button type="button" data-key="amend" onClick={() => void heard.push(`amend ${name}`)}>
            change {name}
          </button>
          <button type="button">cancel {name}</button>
        </article>
      ))}
    </>,
  )
  return { heard, user: userEvent.setup() }
}

test('TRADE-17 the keys of a desk act, tell themselves, and rest where a text is typed or a layer is open', async () => {
  const { heard, user } = await stand()
  await user.keyboard('bS{Control>}b{/Control}x/{Enter}{Shift>}x{/Shift}')
  expect(heard).toEqual(['b', 's', '/', 'Enter', 'Shift+X'])
  await user.click(screen.getByLabelText('Search'))
  await user.keyboard('b?/{Enter}')
  expect([heard.length, screen.getByLabelText('Search')]).toEqual([5, expect.objectContaining({ value: 'b?/' })])
  await user.keyboard('{Escape}')
  expect(screen.getByLabelText('Search')).not.toHaveFocus()
  await user.keyboard('?')
  const sheet = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  expect(sheet).toHaveTextContent('BDoes b')
  expect(sheet).toHaveTextContent('Shift ↑ ↓')
  await user.keyboard('b')
  expect(heard).toHaveLength(5)
})

test('TRADE-17 in a field of numbers a letter is a key and never lands; arrows step by one tick, with Shift by ten', async () => {
  const { heard, user } = await stand()
  const price = screen.getByLabelText('Price')
  await user.click(price)
  await user.keyboard('mq/{ArrowUp}{Shift>}{ArrowUp}{/Shift}{ArrowDown}{ArrowDown}')
  expect([heard, price]).toEqual([['m', '/'], expect.objectContaining({ value: '100.09' })])
  // Enter is the form's own.
  await user.keyboard('{Enter}')
  expect(heard).toEqual(['m', '/'])
})

test('TRADE-17 E changes the order of the row that has the focus, and without one comes to the first', async () => {
  const { heard, user } = await stand()
  screen.getByRole('button', { name: 'cancel two' }).focus()
  await user.keyboard('e')
  expect(heard).toEqual(['amend two'])
  screen.getByRole('button', { name: 'cancel two' }).blur()
  await user.keyboard('e')
  expect(screen.getByRole('button', { name: 'change one' })).toHaveFocus()
  expect(pressKeyed('nothing')).toBe(false)
})
