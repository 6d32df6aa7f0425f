import { ChoosePage } from '#src/features/chat/places/choose-page.tsx'
import { OpenPage } from '#src/features/chat/places/open-page.tsx'
import { bearing, mapLink, metresBetween, pointFrom, readPoint, windOf } from '#src/features/chat/places/geo.ts'
import { showPage } from '#tests/support/page-services.tsx'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

const pier = { latitude: 22.2783, longitude: 114.1747 }

test.each([
  ['22.2783, 114.1747', pier],
  ['22.2783 114.1747', pier],
  ['(22.2783; 114.1747)', pier],
  ['22,2783 114,1747', pier],
  ['２２．２７８３，１１４．１７４７', pier],
  ['geo:22.2783,114.1747?z=15', pier],
  ['https://www.google.com/maps/@22.2783,114.1747,15z', pier],
  ['https://maps.google.com/?q=22.2783%2C114.1747', pier],
  ['https://www.openstreetmap.org/#map=15/22.2783/114.1747', pier],
  ['https://maps.apple.com/?ll=22.2783,114.1747', pier],
  ['https://www.google.com/maps/place/Pier/@1.5,2.5,17z/data=!3d22.2783!4d114.1747', pier],
  ['22°16′41.88″N 114°10′28.92″E', pier],
  ['N 22.2783 E 114.1747', pier],
  ["33°52.128' S, 151°12.558' E", { latitude: -33.8688, longitude: 151.2093 }],
  ['−33.8688, 151.2093', { latitude: -33.8688, longitude: 151.2093 }],
  ['0, 0', { latitude: 0, longitude: 0 }],
  ['91, 10', 'outside'],
  ['10, 181', 'outside'],
  ['Central Pier 4', null],
  ['22.2783', null],
  ['', null],
  ['%E0%A4%A', null],
  ['1e5, 2', null],
])('CHAT-79 a pasted text says a point of the earth, or none: %s', (text, point) =>
  expect(readPoint(text)).toEqual(point),
)

test('CHAT-79 distance and direction are those of the sphere, and a link of the map app names the place', () => {
  const [london, newYork] = [
    { latitude: 51.5072, longitude: -0.1276 },
    { latitude: 40.7128, longitude: -74.006 },
  ]
  expect(Math.round(metresBetween(london, newYork) / 1000)).toBe(5570)
  expect([Math.round(bearing(london, newYork)), windOf(bearing(london, newYork)), windOf(359), windOf(22)]).toEqual([
    288,
    'w',
    'n',
    'n',
  ])
  expect(mapLink(pier, 'Pier (4)', false)).toBe('geo:22.2783,114.1747?q=22.2783,114.1747(Pier%20%284%29)')
  expect(mapLink(pier, 'Pier 4', true)).toBe('maps:?ll=22.2783,114.1747&q=Pier%204')
  expect([
    pointFrom('22.2783', '114.1747'),
    pointFrom('1e3', '1'),
    pointFrom('91', '1'),
    pointFrom(undefined, '1'),
  ]).toEqual([pier, null, null, null])
})

/** A device that answers the question for its position. */
const device = (answer: { readonly code: number } | typeof pier) =>
  Object.defineProperty(navigator, 'geolocation', {
    configurable: true,
    value: {
      getCurrentPosition: (done: (found: object) => void, failed: (error: object) => void) =>
        'code' in answer ? failed(answer) : done({ coords: answer }),
    },
  })
const chooseAt = '/pages/system/choose-location?chatGroupId=g7'

test('CHAT-80 a place is sent into its chat with a name, from what was pasted; without a name nothing is sent', async () => {
  const { services, stop } = await showPage(<ChoosePage />, { at: chooseAt })
  const add = vi.spyOn(services.outbox, 'add').mockResolvedValue(true)
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'nowhere at all' } })
  screen.getByText(/Nothing found/)
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: '22.2783,114.1747' } })
  fireEvent.click(screen.getByRole('button', { name: /22.27830, 114.17470/ }))
  screen.getByRole('img', { name: /Map around 22.27830, 114.17470: 1.2 km east of Hong Kong/ })
  fireEvent.click(screen.getByRole('button', { name: 'Send this place' }))
  await screen.findByText('Give the place a name.')
  expect(add).not.toHaveBeenCalled()
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: '  Pier 4 ' } })
  fireEvent.click(screen.getByRole('button', { name: 'Send this place' }))
  await vi.waitFor(() =>
    expect(add.mock.calls.map(([{ chat, kind, body }]) => ({ chat, kind, body }))).toEqual([
      { chat: 'g7', kind: 'location', body: { name: 'Pier 4', address: '', ...pier } },
    ]),
  )
  stop()
})
test.each([
  [1, /may not read your position/],
  [2, /could not find its position/],
  [3, /took too long/],
])('CHAT-80 a position that the device does not tell (%i) is said, and nothing is lost', async (code, sentence) => {
  device({ code })
  const { stop } = await showPage(<ChoosePage />, { at: chooseAt })
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'tokyo' } })
  fireEvent.click(screen.getByRole('button', { name: /Tokyo/ }))
  fireEvent.click(screen.getByRole('button', { name: 'Use my position' }))
  await screen.findByText(sentence)
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Tokyo')
  stop()
})
test('CHAT-81 a place that was sent opens with its map, its distance when asked, and a link to the map app; a link without one says so', async () => {
  device({ latitude: 22.2793, longitude: 114.1628 })
  const opened = await showPage(<OpenPage />, {
    at: '/pages/system/open-location?latitude=22.2783&longitude=114.1747&name=Pier+4',
  })
  screen.getByRole('heading', { name: 'Pier 4' })
  expect(screen.getByRole('link', { name: 'Open in the map app' }).getAttribute('href')).toBe(
    'geo:22.2783,114.1747?q=22.2783,114.1747(Pier%204)',
  )
  expect(screen.queryByText(/from you/)).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'How far from me?' }))
  await screen.findByText('1.2 km from you, to the east')
  opened.stop()
  const none = await showPage(<OpenPage />, { at: '/pages/system/open-location?latitude=abc&longitude=200' })
  screen.getByText('This link shows no place.')
  none.stop()
})
