import { PhotoViewer } from '#src/parts/photos/photo-viewer.tsx'
import { show } from '#tests/support/render.tsx'
import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'

const photos = ['a', 'b', 'c'].map((name) => ({ url: `/upload/${name}.png`, name, caption: `Caption ${name}` }))
const onClose = vi.fn<() => void>()
function Shown() {
  const [at, setAt] = useState(1)
  return <PhotoViewer photos={photos} at={at} onGo={setAt} onClose={onClose} />
}
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(390)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(844)
})

test('PHOTO-1 begins with the photo that was tapped, goes to its neighbours and not beyond the last', async () => {
  await show(<Shown />)
  expect(await screen.findByText('2 of 3')).toBeVisible()
  expect(screen.getByText('Caption b')).toBeVisible()
  await userEvent.keyboard('{ArrowLeft}')
  expect(await screen.findByText('Caption a')).toBeVisible()
  await userEvent.keyboard('{ArrowRight}')
  expect(await screen.findByText('2 of 3')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Next' }))
  expect(await screen.findByText('Caption c')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Next' })).toBeDisabled()
  expect(screen.getByRole('link', { name: 'Save photo' })).toHaveAttribute('download', 'c')
})
test('PHOTO-2 a turn is of one photo, and Escape closes', async () => {
  await show(<Shown />)
  const image = () => screen.getByRole('img', { name: 'b' })
  await vi.waitFor(() => expect(image()).toBeInTheDocument())
  await userEvent.click(screen.getByRole('button', { name: 'Turn' }))
  expect(image().style.rotate).toBe('90deg')
  fireEvent(screen.getByRole('dialog', { name: 'Photos' }), new Event('cancel'))
  expect(onClose).toHaveBeenCalled()
})
test('PHOTO-3 pulled down, the photo goes', async () => {
  onClose.mockClear()
  await show(<Shown />)
  const image = await screen.findByRole('img', { name: 'b' })
  const at = (clientY: number) => ({ pointerId: 1, pointerType: 'touch', buttons: 1, clientX: 190, clientY })
  fireEvent.pointerDown(image, at(200))
  for (const clientY of [240, 300, 420]) fireEvent.pointerMove(image, at(clientY))
  fireEvent.pointerUp(image, { ...at(420), buttons: 0 })
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled())
})
