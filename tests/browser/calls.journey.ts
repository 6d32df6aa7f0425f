import { homePaths } from '#src/lib/paths/home.ts'
import { befriend, joined } from '#tests/support/chat/friends.ts'
import { axeFindings } from './axe.ts'
import { expect, test, type Page } from './kit.ts'
import { beginWith } from './story.ts'

const { options }: { options: { args?: string[] } } = JSON.parse(process.env['BROWSER_FOUND'] ?? '{"options":{}}')
const devices = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']
test.use({
  launchOptions: { ...options, args: [...(options.args ?? []), ...devices, '--allow-loopback-in-peer-connection'] },
})

/** How bright a moving picture is at this moment, from 0 to 255; null while there is none. */
const brightness = (page: Page, name: string | RegExp) =>
  page.getByLabel(name).evaluate((video) => {
    if (!(video instanceof HTMLVideoElement) || video.videoWidth === 0 || video.currentTime === 0) return null
    const canvas = new OffscreenCanvas(32, 32)
    const context = canvas.getContext('2d')
    context?.drawImage(video, 0, 0, 32, 32)
    const { data } = context?.getImageData(0, 0, 32, 32) ?? { data: [] }
    return [...data].filter((_, at) => at % 4 !== 3).reduce((sum, each) => sum + each, 0) / (32 * 32 * 3)
  })
/** The time that a picture has come to: it moves only as frames arrive. */
const playedOf = (page: Page, name: string) =>
  page.getByLabel(name).evaluate((video) => (video instanceof HTMLVideoElement ? video.currentTime : 0))
const grows = async (read: () => Promise<number>) => {
  const before = await read()
  await expect.poll(read, { timeout: 20_000 }).toBeGreaterThan(before)
}

test('CALL-20 a friend is called over whatever page is open, sound and picture flow both ways, and a missed call is told', async ({
  page,
  browser,
  at,
  app,
}) => {
  const [ada, ben] = await Promise.all([joined(app.url), joined(app.url)])
  const chat = await befriend(ada, ben)
  const room = at(`/pages/chat/chat/chatGroup/chatting?chatGroupId=${chat}`)
  await using elsewhere = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' })
  await using third = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-GB' })
  const [bens, phone] = [await elsewhere.newPage(), await third.newPage()]
  await beginWith(page, ada)
  await beginWith(bens, ben)
  await beginWith(phone, ben, 'light')
  await page.goto(room)
  for (const each of [bens, phone]) await each.goto(at(homePaths.home))
  for (const each of [bens, phone]) await expect(each.locator('main button').first()).toBeEnabled()

  // The device rings on all pages of who is called; one answers, the other stops.
  await page.getByRole('button', { name: 'Video call' }).click()
  const rings = [bens, phone].map((each) => each.getByRole('dialog', { name: ada.name }))
  for (const each of rings) await expect(each.getByText('Video call', { exact: true })).toBeVisible()
  expect(await axeFindings(phone)).toEqual([])
  const called = page.getByRole('dialog', { name: ben.name })
  await expect(called.getByText('Ringing…')).toBeVisible()
  await bens.getByRole('button', { name: 'Video', exact: true }).click()
  await expect(phone.getByRole('dialog')).toHaveCount(0)

  for (const [each, who] of [
    [page, ben],
    [bens, ada],
  ] as const) {
    await expect(each.getByLabel(`Picture of ${who.name}`)).toBeVisible()
    await expect.poll(() => brightness(each, `Picture of ${who.name}`), { timeout: 30_000 }).toBeGreaterThan(20)
    await grows(() => playedOf(each, `Picture of ${who.name}`))
    await expect(each.getByText(/^\d:\d\d$/)).toBeVisible()
    expect(await axeFindings(each)).toEqual([])
  }
  // What is heard comes by a track that is alive and not muted by the browser.
  const hears = (each: Page) =>
    each.evaluate(() => {
      const stream = document.querySelector('audio')?.srcObject
      return stream instanceof MediaStream
        ? stream.getAudioTracks().map(({ readyState, muted }) => [readyState, muted])
        : []
    })
  for (const each of [page, bens]) await expect.poll(() => hears(each)).toEqual([['live', false]])

  await page.getByRole('button', { name: 'Mute' }).click()
  await expect(bens.getByText(`${ada.name} is muted`)).toBeVisible()
  await page.getByRole('button', { name: 'Camera' }).click()
  await expect(bens.getByLabel(`Picture of ${ada.name}`)).toHaveCount(0)
  await page.getByRole('button', { name: 'Camera' }).click()
  await expect.poll(() => brightness(bens, `Picture of ${ada.name}`), { timeout: 30_000 }).toBeGreaterThan(20)

  // The call goes on while one looks at something else, and after the page was loaded anew.
  await bens.getByRole('button', { name: 'Make the call small' }).click()
  await bens.getByRole('button', { name: `Back to the call with ${ada.name}` }).click()
  await bens.reload()
  await expect.poll(() => brightness(bens, `Picture of ${ada.name}`), { timeout: 40_000 }).toBeGreaterThan(20)
  await bens.getByRole('button', { name: 'Hang up' }).click()
  await expect(bens.getByRole('dialog')).toHaveCount(0)
  await expect(called.getByText('The call has ended.')).toBeVisible()
  await called.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByText(/^Video call \d:\d\d$/)).toBeVisible()

  // Nobody answers: a line in the chat, and a notice on the pages of who was called.
  await page.getByRole('button', { name: 'Voice call' }).click()
  await expect(rings[1] ?? called).toBeVisible()
  await page.getByRole('button', { name: 'Hang up' }).click()
  await expect(page.getByText('Cancelled', { exact: true })).toBeVisible()
  await expect(phone.getByText(`Missed call from ${ada.name}`)).toBeVisible()
})

test('CALL-21 a page that may not use the microphone says so, and nobody is rung', async ({ page, at, app }) => {
  const [ada, ben] = await Promise.all([joined(app.url), joined(app.url)])
  const chat = await befriend(ada, ben)
  await beginWith(page, ada)
  await page.addInitScript(() => {
    const refuse = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
    Object.defineProperty(navigator.mediaDevices, 'getUserMedia', { value: refuse })
  })
  await page.goto(at(`/pages/chat/chat/chatGroup/chatting?chatGroupId=${chat}`))
  await page.getByRole('button', { name: 'Voice call' }).click()
  const told = page.getByRole('dialog', { name: ben.name })
  await expect(told.getByText(/^The microphone is not allowed/)).toBeVisible()
  expect(await axeFindings(page)).toEqual([])
  await told.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByText('Cancelled', { exact: true })).toHaveCount(0)
})
