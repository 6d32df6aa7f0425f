import { Checkbox } from '#src/ui/checkbox.tsx'
import { Field } from '#src/ui/field.tsx'
import { Segmented } from '#src/ui/segmented.tsx'
import { Select } from '#src/ui/select.tsx'
import { Slider } from '#src/ui/slider.tsx'
import { Switch } from '#src/ui/switch.tsx'
import { Tabs } from '#src/ui/tabs.tsx'
import { show } from '#tests/support/render.tsx'
import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'

const nothing = () => {}
const sides = [
  { value: 'buy', label: 'Buy' },
  { value: 'sell', label: 'Sell' },
] as const
const tabs = [
  { value: 'a', label: 'One' },
  { value: 'b', label: 'Two' },
  { value: 'c', label: 'Three' },
] as const

test('FIELD-1 an error stands in place of the hint, is tied to the field and said aloud', async () => {
  const { rerender } = await show(<Field label="Amount" value="" onChange={nothing} hint="At least 5" />)
  expect(screen.getByLabelText('Amount')).toHaveAccessibleDescription('At least 5')
  expect(screen.getByLabelText('Amount')).toBeValid()
  rerender(<Field label="Amount" value="" onChange={nothing} hint="At least 5" error="Too little" />)
  expect(screen.getByLabelText('Amount')).toHaveAccessibleDescription('Too little')
  expect(screen.getByLabelText('Amount')).toBeInvalid()
  expect(screen.getByRole('alert')).toHaveTextContent('Too little')
  expect(screen.queryByText('At least 5')).toBeNull()
})

test('FIELD-2 a password is hidden until the eye is pressed', async () => {
  await show(<Field label="Password" type="password" value="secret" onChange={nothing} />)
  const eye = screen.getByRole('button', { name: 'Show password' })
  expect([screen.getByLabelText('Password').getAttribute('type'), eye.getAttribute('aria-pressed')]).toEqual([
    'password',
    'false',
  ])
  await userEvent.click(eye)
  expect([screen.getByLabelText('Password').getAttribute('type'), eye.getAttribute('aria-pressed')]).toEqual([
    'text',
    'true',
  ])
})

test('FIELD-3 arrow keys walk the tabs round, Home and End go to the ends, and one tab alone is in the order of Tab', async () => {
  function Shelf() {
    const [tab, setTab] = useState<'a' | 'b' | 'c'>('a')
    return (
      <Tabs label="Shelf" tabs={tabs} value={tab} onChange={setTab}>
        {tab}
      </Tabs>
    )
  }
  await show(<Shelf />)
  await userEvent.tab()
  const walk = async (key: string) => {
    await userEvent.keyboard(`{${key}}`)
    return document.activeElement?.textContent
  }
  expect([await walk('ArrowLeft'), await walk('ArrowRight'), await walk('End'), await walk('Home')]).toEqual([
    'Three',
    'One',
    'Three',
    'One',
  ])
  expect(screen.getAllByRole('tab').map(({ tabIndex }) => tabIndex)).toEqual([0, -1, -1])
  expect(screen.getByRole('tabpanel', { name: 'One' })).toHaveTextContent('a')
})

test('FIELD-4 a slider is a share from 0 to 100: by its stops, by drawing, never beyond', async () => {
  const onChange = vi.fn<(percent: number) => void>()
  await show(<Slider label="Share" value={140} onChange={onChange} />)
  const slider = screen.getByRole('slider', { name: 'Share' })
  expect([slider.getAttribute('aria-valuetext'), slider.getAttribute('min'), slider.getAttribute('max')]).toEqual([
    '100%',
    '0',
    '100',
  ])
  await userEvent.click(screen.getByRole('button', { name: '75%' }))
  fireEvent.change(slider, { target: { value: '33' } })
  expect(onChange.mock.calls).toEqual([[75], [33]])
  expect(screen.getByRole('button', { name: '100%' })).toHaveAttribute('aria-pressed', 'true')
})

test('FIELD-5 choices tell the value that was chosen', async () => {
  const told = vi.fn<(value: string | boolean) => void>()
  await show(
    <>
      <Segmented label="Side" options={sides} value="buy" onChange={told} />
      <Select label="Kind" options={sides} value="buy" onChange={told} />
      <Select label="Step" isBare options={sides} value="buy" onChange={told} />
      <Switch label="Hide" isOn={false} onChange={told} />
      <Checkbox isChecked={false} onChange={told} error="Please agree">
        Agree
      </Checkbox>
    </>,
  )
  await userEvent.click(screen.getByRole('radio', { name: 'Sell' }))
  await userEvent.selectOptions(screen.getByLabelText('Kind'), 'Sell')
  await userEvent.selectOptions(screen.getByLabelText('Step'), 'Sell')
  await userEvent.click(screen.getByRole('switch', { name: 'Hide' }))
  await userEvent.click(screen.getByRole('checkbox', { name: 'Agree' }))
  expect(told.mock.calls).toEqual([['sell'], ['sell'], ['sell'], [true], [true]])
  expect(screen.getByRole('checkbox', { name: 'Agree' })).toHaveAccessibleDescription('Please agree')
})
