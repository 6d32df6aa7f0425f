import { KontorGallery } from '#src/features/inspector/gallery/kontor-gallery.tsx'
import { GalleryPage } from '#src/features/inspector/inspector-page.tsx'
import { shelves } from '#src/features/inspector/gallery/shelves.ts'
import { setConfig } from '#src/stores/config.ts'
import { aSetting } from '#tests/support/builders/setting.ts'
import { showPage } from '#tests/support/page-services.tsx'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => vi.unstubAllEnvs())
const chapters = ['Controls', 'Fields', 'States', 'Lists', 'Market', 'Layers'] as const

test('INS-31 each chapter of the gallery shows its components with a sentence, and nothing is asked of the venue', async () => {
  const { asked, stop, unmount } = await showPage(<KontorGallery />)
  const seen: string[] = []
  for (const chapter of chapters) {
    fireEvent.click(screen.getByRole('button', { name: new RegExp(`^${chapter}`) }))
    await act(async () => {})
    const heads = screen
      .getAllByRole('heading', { level: 2 })
      .map((head) => head.textContent)
      .filter((name) => shelves.some(({ specimens }) => name in specimens))
    seen.push(...heads)
  }
  expect(seen).toEqual(shelves.flatMap(({ specimens }) => Object.keys(specimens)))
  expect(document.querySelectorAll('section[aria-labelledby] p[lang=en]:empty')).toHaveLength(0)
  expect(asked).toEqual([])
  unmount()
  stop()
})
test('INS-31 in both themes each component is shown twice', async () => {
  const { stop, unmount } = await showPage(<KontorGallery />)
  expect(screen.queryByRole('group', { name: 'Switch: Light' })).toBeNull()
  fireEvent.click(screen.getByRole('radio', { name: 'Both' }))
  expect(
    ['Dark', 'Light'].map(
      (scheme) => within(screen.getByRole('group', { name: `Switch: ${scheme}` })).getAllByRole('switch').length,
    ),
  ).toEqual([3, 3])
  unmount()
  stop()
})
test('INS-31 of each machine the gallery shows the chart; a chosen state is lit and tells which events leave it', async () => {
  const { stop, unmount } = await showPage(<KontorGallery />)
  fireEvent.click(screen.getByRole('button', { name: 'Machines' }))
  fireEvent.change(await screen.findByRole('combobox', { name: 'Machine' }), { target: { value: 'spotOrder' } })
  fireEvent.click(screen.getByRole('button', { name: 'hand.watching' }))
  expect([...document.querySelectorAll('[data-on=true]')].map((box) => box.getAttribute('data-state'))).toEqual([
    'hand.watching',
  ])
  expect(screen.getByRole('heading', { name: 'Events in hand.watching' })).toBeVisible()
  expect(screen.getByText('act [may]', { selector: 'code' })).toBeVisible()
  unmount()
  stop()
})
test('INS-31 the gallery opens only where the inspector does', async () => {
  vi.stubEnv('DEV', false)
  setConfig({ setting: null, verification: false })
  const { stop, unmount } = await showPage(<GalleryPage />)
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Page not found')
  act(() => setConfig({ setting: aSetting({ features: { inspector: true } }), verification: false }))
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Components')
  unmount()
  stop()
})
