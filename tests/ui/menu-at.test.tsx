import { MenuAt, placeBeside } from '#src/ui/menu-at.tsx'
import { MenuList } from '#src/ui/menu-list.tsx'
import { show } from '#tests/support/render.tsx'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'

const size = { width: 240, height: 400 }
const anchorAt = (left: number, top: number) => ({ left, right: left + 100, top, bottom: top + 40 })

test('a menu stands below what it belongs to, above it where there is more room, and never beyond the edge', () => {
  vi.stubGlobal('innerWidth', 390)
  vi.stubGlobal('innerHeight', 844)
  expect([
    placeBeside(anchorAt(16, 100), size),
    placeBeside(anchorAt(16, 700), size),
    placeBeside(anchorAt(280, 100), size),
    placeBeside(anchorAt(16, 380), size),
    placeBeside(anchorAt(-300, -900), size),
    placeBeside({ left: 0, right: 390, top: -200, bottom: 1200 }, size),
  ]).toEqual([
    { top: 148, left: 16 },
    { top: 292, left: 16 },
    { top: 148, left: 140 },
    { top: 428, left: 16 },
    { top: 8, left: 8 },
    { top: 8, left: 8 },
  ])
  vi.unstubAllGlobals()
})

test('its choices are gone through by the arrow keys, one of them is chosen once, and Escape chooses none', async () => {
  const chosen = vi.fn<(value: 'copy' | 'edit') => void>()
  const closed = vi.fn<() => void>()
  const choices = [
    { value: 'copy', label: 'Copy' },
    { value: 'edit', label: 'Edit' },
  ] as const
  await show(
    <MenuAt title="First words" isOpen at={anchorAt(0, 0)} onClose={closed}>
      <MenuList choices={choices} onChoose={chosen} onClose={closed} />
    </MenuAt>,
  )
  expect(screen.getByRole('dialog', { name: 'First words' })).toBeVisible()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  expect(document.activeElement).toHaveTextContent('Edit')
  await userEvent.keyboard('{ArrowDown}')
  expect(document.activeElement).toHaveTextContent('Copy')
  await userEvent.keyboard('{ArrowUp}{Enter}')
  expect([chosen.mock.calls, closed.mock.calls.length]).toEqual([[['edit']], 1])
})
