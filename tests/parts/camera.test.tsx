import { shownPart } from '#src/parts/camera/photo-of.ts'
import { PhotoField } from '#src/parts/form/photo-field.tsx'
import { showPage } from '#tests/support/page-services.tsx'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'

test.each([
  [
    'a wide picture in a tall box loses its sides',
    { width: 1920, height: 1080 },
    { width: 320, height: 400 },
    864,
    1080,
  ],
  ['a tall one loses its top and bottom', { width: 1080, height: 1920 }, { width: 320, height: 400 }, 1080, 1350],
  ['one of the same shape is whole', { width: 800, height: 1000 }, { width: 320, height: 400 }, 800, 1000],
])('of what the camera sees the photo has what the box shows: %s', (_, picture, box, width, height) => {
  expect(shownPart(picture, box)).toEqual({
    x: (picture.width - width) / 2,
    y: (picture.height - height) / 2,
    width,
    height,
  })
})

const field = <PhotoField label="Front" hint="Sharp" folder="kyc" value="" onChange={() => {}} frame="document" />
const withCamera = (getUserMedia: () => Promise<MediaStream>) =>
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia } })

test('a camera that is not allowed is said plainly, and a photo can be chosen instead', async () => {
  withCamera(async () => {
    throw new DOMException('no', 'NotAllowedError')
  })
  await showPage(field)
  await userEvent.click(await screen.findByRole('button', { name: 'Take with a frame: Front' }))
  expect(await screen.findByText(/^The camera is not allowed here/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Choose a photo' }).className).toMatch(/primary/)
  expect(screen.getByRole('button', { name: 'Try the camera again' })).toBeVisible()
})

test('without a camera the device says so', async () => {
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: undefined })
  await showPage(field)
  await userEvent.click(await screen.findByRole('button', { name: 'Take with a frame: Front' }))
  expect(await screen.findByText(/^No camera was found/)).toBeVisible()
})
