import { Field } from '#src/ui/field.tsx'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { MenuSheet } from '#src/ui/menu-sheet.tsx'
import { Sheet } from '#src/ui/sheet.tsx'
import { go } from '#src/lib/hash-location.ts'
import { show } from '#tests/support/render.tsx'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'

function Opener({ isHeld = false }: { readonly isHeld?: boolean }) {
  const [isOpen, setIsOpen] = useState(false)
  const [text, setText] = useState('')
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        open
      </button>
      <Sheet title="Details" isOpen={isOpen} onClose={() => setIsOpen(false)} isHeld={isHeld}>
        <Field label="Amount" value={text} onChange={setText} />
      </Sheet>
    </>
  )
}
const open = async () => {
  await userEvent.click(screen.getByRole('button', { name: 'open' }))
  return screen.getByRole('dialog', { name: 'Details' })
}
const isGone = () => expect(screen.queryByRole('dialog')).toBeNull()

beforeEach(() => history.replaceState({ depth: 0 }, '', '#/start'))

test('SHEET-1 the focus goes in to the heading, and back to where it was', async () => {
  await show(<Opener />)
  await open()
  expect(screen.getByRole('heading', { name: 'Details' })).toHaveFocus()
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  isGone()
  expect(screen.getByRole('button', { name: 'open' })).toHaveFocus()
})

test('SHEET-2 Escape, back and a tap beside it close it; a drag that began inside does not', async () => {
  await show(<Opener />)
  fireEvent(await open(), new Event('cancel', { cancelable: true }))
  isGone()

  const dialog = await open()
  fireEvent.pointerDown(screen.getByLabelText('Amount'))
  fireEvent.click(dialog)
  expect(screen.getByRole('dialog')).toBe(dialog)
  fireEvent.pointerDown(dialog)
  fireEvent.click(dialog)
  isGone()

  await open()
  history.back()
  await waitFor(isGone)
  expect(location.hash).toBe('#/start')
})

test('SHEET-3 while something is under way it cannot be left', async () => {
  await show(<Opener isHeld />)
  const dialog = await open()
  fireEvent(dialog, new Event('cancel', { cancelable: true }))
  fireEvent.pointerDown(dialog)
  fireEvent.click(dialog)
  expect(screen.getByRole('button', { name: 'Close' })).toBeDisabled()
  expect(screen.getByRole('dialog')).toBe(dialog)
})

test('SHEET-4 a link out of a sheet takes the place of its entry, so that one step back leads to the page it lay on', async () => {
  await show(<Opener />)
  await open()
  go('/next')
  expect(history.state).toEqual({ depth: 1 })
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(location.hash).toBe('#/next')
  history.back()
  await waitFor(() => expect(location.hash).toBe('#/start'))
  expect(history.state).toEqual({ depth: 0 })
})

test('SHEET-5 a menu says which one is chosen, tells the choice and goes', async () => {
  const [onChoose, onClose] = [vi.fn<(value: string) => void>(), vi.fn<() => void>()]
  const choices = [
    { value: 'a', label: 'First' },
    { value: 'b', label: 'Second' },
  ] as const
  await show(<MenuSheet title="Pick" isOpen onClose={onClose} choices={choices} chosen="a" onChoose={onChoose} />)
  expect(screen.getByRole('button', { name: 'First' })).toHaveAttribute('aria-pressed', 'true')
  await userEvent.click(screen.getByRole('button', { name: 'Second' }))
  expect(onChoose.mock.calls).toEqual([['b']])
  expect(onClose).toHaveBeenCalledOnce()
})

test('SHEET-6 what cannot be taken back is asked for, and waits for its answer', async () => {
  const [onConfirm, onClose] = [vi.fn<() => void>(), vi.fn<() => void>()]
  await show(
    <ConfirmDialog isOpen isBusy title="Cancel all?" confirm="Cancel all" onConfirm={onConfirm} onClose={onClose} />,
  )
  const dialog = screen.getByRole('alertdialog', { name: 'Cancel all?' })
  await userEvent.click(screen.getByRole('button', { name: 'Cancel all' }))
  fireEvent(dialog, new Event('cancel', { cancelable: true }))
  expect([onConfirm.mock.calls.length, onClose.mock.calls.length]).toEqual([0, 0])
})
