import { friendInfo } from '#contract/chat/chat-friends.ts'
import { encode } from '#contract/wire/coded.ts'
import { qrEffectOf } from '#contract/chat/chat-qr.ts'
import { qrScanMachine, qrScanStateOf, type CameraReport } from '#machines/kit/qr-scan.ts'
import { QrPage } from '#src/features/chat/qr/qr-page.tsx'
import { addressIn } from '#src/features/wallet/scanned-address.ts'
import { qrCells } from '#src/lib/qr.ts'
import { chatPaths } from '#src/lib/paths/chat.ts'
import { codeInPixels } from '#src/parts/scan/read-code.ts'
import { live, showPage } from '#tests/support/page-services.tsx'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { of, Subject } from 'rxjs'
import { expect, test } from 'vitest'
import { createActor, fromEventObservable, fromPromise } from 'xstate'

const hourMs = 3_600_000
const nowMs = 1_795_000_000_000
const aCode = (some: Record<string, unknown> = {}) =>
  JSON.stringify({
    businessCode: 1,
    expireTime: 2,
    createTimeStamp: nowMs,
    createTime: '2026-11-22 10:00:00',
    createUser: '2',
    qrValue: { chatGroupId: 'g7', chatGroupName: 'Pearl River' },
    sig: 's',
    ...some,
  })
const group = { kind: 'group', chatGroupId: 'g7', name: 'Pearl River', fromUser: '2' }
const fault = (name: string) => ({ kind: 'fault', fault: name })

test.each([
  ['what is no JSON', 'javascript:alert(1)', fault('qr_invalid')],
  ['a number', '7', fault('qr_invalid')],
  ['no purpose', '{"expireTime":-1}', fault('qr_invalid')],
  ['a purpose and no more', '{"businessCode":0}', fault('qr_foreign')],
  ['an unknown purpose', aCode({ businessCode: 9 }), fault('qr_foreign')],
  ['a card of nobody', aCode({ businessCode: 2 }), fault('qr_foreign')],
  ['the instant before two hours', aCode({ createTimeStamp: nowMs - 2 * hourMs + 1 }), group],
  ['two hours', aCode({ createTimeStamp: nowMs - 2 * hourMs }), fault('qr_expired')],
  [
    'an old card',
    aCode({ businessCode: 2, expireTime: -1, createTimeStamp: 0, qrValue: { userId: '5' } }),
    { kind: 'card', userId: '5' },
  ],
  ['purpose 0 counts as one', aCode({ businessCode: 0, expireTime: -1, qrValue: {} }), { kind: 'download' }],
  ['7 kB', aCode({ qrValue: { chatGroupId: 'g7', chatGroupName: 'Pearl River', junk: 'x'.repeat(7000) } }), group],
])('CHAT-69 AT69 what a scanned code does: %s', (_, text, effect) => {
  expect(qrEffectOf(text, nowMs)).toEqual(effect)
})

const pixelsOf = (text: string, scale: number, quiet: number) => {
  const cells = qrCells(text)
  const side = (cells.length + 2 * quiet) * scale
  const data = new Uint8ClampedArray(side * side * 4).fill(255)
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++)
      if (cells[Math.floor(y / scale) - quiet]?.[Math.floor(x / scale) - quiet] === true)
        data.fill(0, (y * side + x) * 4, (y * side + x) * 4 + 3)
  return { width: side, height: side, data }
}
test.each([
  ['a card', aCode({ businessCode: 2, qrValue: { userId: '100001' } })],
  [
    'a group with a long name',
    aCode({ qrValue: { chatGroupId: 'g1', chatGroupName: '珠江三角洲早晨交易討論群組一二三' } }),
  ],
  ['an address', 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE'],
])('CHAT-70 %s that is drawn here is read here', (_, text) => {
  expect([codeInPixels(pixelsOf(text, 5, 4)), codeInPixels(pixelsOf(text, 5, 4), true)]).toEqual([text, text])
  expect(codeInPixels({ width: 40, height: 40, data: new Uint8ClampedArray(6400).fill(255) })).toBe(null)
})
test('CHAT-70 the scanner tells whether it asks, may not look, has no camera, looks, or finds nothing, and ends with the first code', async () => {
  let camera$ = new Subject<CameraReport>()
  const texts: (string | null)[] = [null, 'from a picture']
  const actor = createActor(
    qrScanMachine.provide({
      actors: {
        watchCamera: fromEventObservable<CameraReport, void>(() => (camera$ = new Subject())),
        readPicture: fromPromise<string | null, { file: File | null }>(async () => texts.shift() ?? null),
      },
    }),
  ).start()
  const seen = [qrScanStateOf(actor.getSnapshot())]
  actor.subscribe((now) => seen.at(-1) !== qrScanStateOf(now) && seen.push(qrScanStateOf(now)))
  camera$.next({ type: 'camera.failed', fault: 'denied' })
  actor.send({ type: 'again' })
  camera$.next({ type: 'camera.failed', fault: 'absent' })
  actor.send({ type: 'again' })
  camera$.next({ type: 'camera.opened' })
  camera$.next({ type: 'code.seen', text: '' })
  const picture = new File(['x'], 'x.png', { type: 'image/png' })
  actor.send({ type: 'choosePicture', file: picture })
  await waitFor(() => expect(seen.at(-1)).toBe('empty'))
  actor.send({ type: 'choosePicture', file: picture })
  await waitFor(() => expect(seen.at(-1)).toBe('found'))
  expect([seen, actor.getSnapshot().context.text]).toEqual([
    ['asking', 'denied', 'asking', 'absent', 'asking', 'scanning', 'reading', 'empty', 'reading', 'found'],
    'from a picture',
  ])
})
test.each([
  [' TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE\n', 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE'],
  [
    'bitcoin:bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq?amount=0.1&label=x',
    'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  ],
  ['ethereum:0x52908400098527886E0F7030069857D2E4169EE7@1?value=1e18', '0x52908400098527886E0F7030069857D2E4169EE7'],
  [
    'ethereum:0xdAC17F958D2ee523a2206206994597C13D831ec7@1/transfer?address=0x52908400098527886E0F7030069857D2E4169EE7&uint256=1',
    '0x52908400098527886E0F7030069857D2E4169EE7',
  ],
  ['ethereum:0xdAC17F958D2ee523a2206206994597C13D831ec7/transfer', ''],
])('WDR-6 the address in %s', (text, address) => {
  expect(addressIn(text)).toBe(address)
})

const reply = (data: unknown) => ({ code: 200, data })
const aPerson: unknown = encode(friendInfo, {
  friendId: '2',
  friendName: '',
  userName: 'Ada',
  headImg: null,
  mobile: null,
  sex: 'unset',
  chatNumber: 'K1002',
  address: null,
  signature: null,
  isFriend: false,
  isBlocked: false,
  isBot: false,
  isStaff: false,
  apply: null,
  chatGroupId: null,
  qrInfo: aCode(),
})
const freshCode = (some: Record<string, unknown> = {}) => aCode({ createTimeStamp: Date.now(), ...some })

test('CHAT-71 AT69 a scanned code of a group names the group and who made it, and joins only when asked to; the venue may refuse', async () => {
  const text = freshCode()
  const { asked, stop } = await showPage(<QrPage />, {
    at: chatPaths.qrOf(text),
    feeds: { chats$: of(live([])) },
    answers: {
      '/chat/imUserFriend/getFriendInfo': reply(aPerson),
      '/chat/imUser/scanQRJoinGroup': { code: 422, message: 'Expired QR code.', reason: 'qr_expired' },
    },
  })
  expect(await screen.findByRole('heading', { name: 'Pearl River' })).toBeTruthy()
  expect(await screen.findByText('Code shared by Ada')).toBeTruthy()
  expect(asked.map(({ path }) => path)).toEqual(['/chat/imUserFriend/getFriendInfo'])
  fireEvent.click(screen.getByRole('button', { name: 'Join group' }))
  await waitFor(() => expect(asked.at(-1)).toEqual({ path: '/chat/imUser/scanQRJoinGroup', body: { qrValue: text } }))
  expect((await screen.findByRole('alert')).textContent).toBe('Expired QR code.')
  stop()
})
test('CHAT-71 a forged, foreign or old code says so, and nothing is asked', async () => {
  const { asked, stop } = await showPage(<QrPage />, {
    at: chatPaths.qrOf('<img src=x onerror=alert(1)>'),
    feeds: { chats$: of(live([])) },
  })
  expect(await screen.findByRole('heading', { name: 'Invalid QR code.' })).toBeTruthy()
  expect([asked, screen.queryByRole('button', { name: 'Join group' })]).toEqual([[], null])
  stop()
})
test('CHAT-71 a scanned card names the person and leads to the profile; my own code is drawn', async () => {
  const card = await showPage(<QrPage />, {
    at: chatPaths.qrOf(freshCode({ businessCode: 2, expireTime: -1, qrValue: { userId: '2' } })),
    feeds: { chats$: of(live([])) },
    answers: { '/chat/imUserFriend/getFriendInfo': reply(aPerson) },
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Open profile' }))
  expect([location.hash, card.asked[0]?.body]).toEqual([`#${chatPaths.friendOf('2')}`, { friendId: '2' }])
  card.stop()
  card.unmount()
  const mine = await showPage(<QrPage />, {
    at: chatPaths.qr,
    answers: { '/chat/imUserFriend/getFriendInfo': reply(aPerson) },
  })
  expect(await screen.findByRole('img', { name: 'My QR code' })).toBeTruthy()
  mine.stop()
})
