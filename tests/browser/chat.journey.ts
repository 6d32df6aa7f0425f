import { fieldOf } from '#tests/support/venue-client.ts'
import { befriend, joined } from '#tests/support/chat/friends.ts'
import { axeFindings } from './axe.ts'
import { lost } from './faults.ts'
import { expect, test } from './kit.ts'
import { beginWith, turnTo } from './story.ts'

const friends = async (url: string) => {
  const [ada, ben] = await Promise.all([joined(url), joined(url)])
  return { ada, ben, chat: await befriend(ada, ben) }
}
const pin = '246810'

test('CHAT-67 two people talk, one loses the line and gets it back, and takes a message back', async ({
  page,
  browser,
  at,
  app,
  isMobile,
  complaints,
}) => {
  complaints.overlook = lost
  // The deeds differ in nothing between sizes.
  const { ada, ben, chat } = await friends(app.url)
  const room = at(`/pages/chat/chat/chatGroup/chatting?chatGroupId=${chat}`)
  await beginWith(page, ada)
  await page.goto(room)
  const mine = page.getByRole('textbox', { name: 'Message' })
  await expect(mine).toBeVisible()
  expect(await axeFindings(page)).toEqual([])
  if (!isMobile) return
  await using elsewhere = await browser.newContext()
  const other = await elsewhere.newPage()
  await beginWith(other, ben)
  await other.goto(room)
  await expect(other.getByRole('textbox', { name: 'Message' })).toBeVisible()
  const say = async (text: string) => {
    await mine.fill(text)
    await page.getByRole('button', { name: 'Send', exact: true }).click()
  }
  await say('Good morning')
  await expect(other.getByText('Good morning', { exact: true })).toBeVisible()
  await page.context().setOffline(true)
  for (const text of ['one', 'two', 'three']) await say(text)
  await expect(page.getByText('three', { exact: true })).toBeVisible()
  await expect(other.getByText('one', { exact: true })).toHaveCount(0)
  await page.context().setOffline(false)
  await expect(other.getByText('three', { exact: true })).toBeVisible({ timeout: 30_000 })
  for (const text of ['one', 'two', 'three']) await expect(other.getByText(text, { exact: true })).toHaveCount(1)
  await page.reload()
  for (const text of ['one', 'two', 'three']) await expect(page.getByText(text, { exact: true })).toHaveCount(1)
  const menuOf = (text: string) => page.getByRole('button', { name: `Actions for: ${text}` }).click({ force: true })
  await menuOf('one')
  await page.getByRole('button', { name: 'To the moon' }).click()
  await other.getByRole('button', { name: 'To the moon: 1', pressed: false }).click()
  await expect(page.getByRole('button', { name: 'To the moon: 2', pressed: true })).toBeVisible()
  await menuOf('three')
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByRole('dialog').getByRole('textbox').fill('four')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  for (const each of [page, other]) await expect(each.getByText('four', { exact: true })).toBeVisible()
  await menuOf('four')
  await page.getByRole('button', { name: 'Pin', exact: true }).click()
  for (const each of [page, other])
    await expect(each.getByRole('button', { name: 'To the pinned message: four' })).toBeVisible()
  await page.locator('input[type=file]').setInputFiles('docs/screenshot.png')
  await page.getByLabel('Caption').fill('The book today')
  await page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click()
  await other.getByRole('button', { name: 'Open photo' }).click()
  await expect(other.getByRole('dialog', { name: 'Photos' }).getByText('The book today')).toBeVisible()
  expect(await axeFindings(other)).toEqual([])
  await other.goBack()
  await menuOf('two')
  await page.getByRole('button', { name: /^Take back/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Take back' }).click()
  for (const each of [page, other]) await expect(each.getByText('two', { exact: true })).toHaveCount(0)
  await expect(page.getByText('You took back a message')).toBeVisible()
  await menuOf('one')
  await page.getByRole('button', { name: /^Delete for me/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete for me' }).click()
  await expect(page.getByText('one', { exact: true })).toHaveCount(0)
  await page.reload()
  await expect(page.getByText('Good morning', { exact: true })).toBeVisible()
  await expect(page.getByText('one', { exact: true })).toHaveCount(0)
  await expect(other.getByText('one', { exact: true })).toBeVisible()
  expect(await axeFindings(page)).toEqual([])
})

test('CHAT-90 three in a group: a forwarded message, a packet that another takes, a mute and a removal are seen by the others at once', async ({
  page,
  browser,
  at,
  app,
}) => {
  const [ada, ben, cleo] = await Promise.all([joined(app.url), joined(app.url), joined(app.url)])
  const pair = await befriend(ada, ben)
  await befriend(ada, cleo)
  const sent = await ada.venue.post('api/set/sms_other_mail', {})
  await ada.venue.post('api/safe/update_password', {
    password: pin,
    re_password: pin,
    code: fieldOf(sent.body['data'], 'demo_code'),
  })
  await ada.venue.post('chat/imUser/toPayUserBalance', { amount: '10', tradePwd: pin })
  const { body } = await ada.venue.post('chat/imChatGroup/launchChatGroup', {
    chatGroupName: 'Desk',
    chatGroupMembers: [ben.id, cleo.id],
  })
  const group = String(fieldOf(body['data'], 'id'))
  await ben.venue.post('chat/imGroupMessageRef/sendMessage', {
    cid: crypto.randomUUID(),
    chat: pair,
    type: 1,
    body: { text: 'See you at nine' },
  })
  const roomOf = (chat: string) => at(`/pages/chat/chat/chatGroup/chatting?chatGroupId=${chat}`)
  await using elsewhere = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-GB' })
  await using third = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-GB' })
  const [bens, cleos] = [await elsewhere.newPage(), await third.newPage()]
  await beginWith(page, ada)
  await beginWith(bens, ben, 'light')
  await beginWith(cleos, cleo)
  for (const each of [bens, cleos]) await each.goto(roomOf(group))
  await expect(bens.getByRole('textbox', { name: 'Message' })).toBeVisible()

  await page.goto(roomOf(pair))
  await page.getByRole('button', { name: 'Actions for: See you at nine' }).click({ force: true })
  await page.getByRole('button', { name: 'Forward', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Desk' }).check()
  await page.getByRole('button', { name: 'Send to chats: 1' }).click()
  for (const each of [bens, cleos]) await expect(each.getByText('See you at nine', { exact: true })).toBeVisible()

  await turnTo(page, `/pages/chat/chat/chatGroup/chatting?chatGroupId=${group}`)
  await page.getByRole('button', { name: 'Red packet' }).click()
  const compose = page.getByRole('dialog', { name: 'Send a red packet' })
  await compose.getByRole('radio', { name: 'Equal' }).click()
  await compose.getByRole('textbox', { name: 'Total' }).fill('2')
  await compose.getByRole('textbox', { name: 'Number of shares' }).fill('2')
  await compose.getByLabel('Fund password').fill(pin)
  expect(await axeFindings(page)).toEqual([])
  await compose.getByRole('button', { name: 'Seal 2.00 USDT in 2 shares' }).click()
  await bens.getByRole('button', { name: /^Best wishes/ }).click()
  const opened = bens.getByRole('dialog', { name: 'Red packet' })
  await expect(opened.getByText(`Red packet from ${ada.name}`)).toBeVisible()
  expect(await axeFindings(bens)).toEqual([])
  await opened.getByRole('button', { name: 'Open', exact: true }).click()
  await expect(opened.getByRole('status').getByText('1.00 USDT')).toBeVisible()
  expect(await axeFindings(bens)).toEqual([])
  for (const each of [page, cleos]) await expect(each.getByText('Red packet · 1 of 2 taken')).toBeVisible()
  await bens.keyboard.press('Escape')

  await turnTo(page, `/pages/chat/chat/chatGroup/chatDetail?chatGroupId=${group}`)
  await page.getByRole('switch', { name: 'Only admins may write' }).click()
  for (const each of [bens, cleos]) await expect(each.getByText('Only admins may write here now.')).toBeVisible()
  await page.getByRole('region', { name: 'Members' }).getByRole('button', { name: cleo.name }).click()
  await page.getByRole('button', { name: 'Remove from group' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove from group' }).click()
  await expect(cleos.getByText('You are no longer a member of this group.')).toBeVisible()
  await expect(bens.getByText(`${ada.name} removed ${cleo.name}`)).toBeVisible()
  for (const each of [page, bens]) expect(await axeFindings(each)).toEqual([])

  // What is shared with whoever has the link fits the screen of a phone.
  await bens.getByRole('button', { name: 'Actions for: See you at nine' }).click({ force: true })
  await bens.getByRole('button', { name: 'Select', exact: true }).click()
  await bens.getByRole('button', { name: 'Share link' }).click()
  const sharing = bens.getByRole('dialog', { name: 'Shared messages' })
  await expect(sharing.getByRole('button', { name: 'Share link' })).toBeInViewport({ ratio: 1 })
  await expect(sharing.getByText('See you at nine', { exact: true })).toBeInViewport({ ratio: 1 })
  expect(await axeFindings(bens)).toEqual([])
})

test('CHAT-91 what waits outlives a reload, stays hidden from another account in the browser, and is sent once by its owner', async ({
  page,
  at,
  app,
  complaints,
}) => {
  const { ada, ben, chat } = await friends(app.url)
  complaints.overlook = /WebSocket|ERR_FAILED/
  let isCut = true
  await page.routeWebSocket(/\/ws/, (wire) => (isCut ? void wire.close() : void wire.connectToServer()))
  await page.route('**/imGroupMessageRef/sendMessage', (route) => (isCut ? route.abort() : route.continue()))
  const waiting = page.getByText('waits for a line', { exact: true })
  const as = async ({ token }: { readonly token: string }) => {
    await page.evaluate(
      (own) => localStorage.setItem('kontor.session', JSON.stringify({ token: own, chatToken: null })),
      token,
    )
    await page.reload()
    await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
  }
  const heard = async () => {
    const { body } = await ben.venue.post('chat/imGroupMessageRef/getChatGroupHistoryMessage', { chatGroupId: chat })
    return JSON.stringify(body).split('waits for a line').length - 1
  }
  await beginWith(page, ada)
  await page.goto(at(`/pages/chat/chat/chatGroup/chatting?chatGroupId=${chat}`))
  await page.getByRole('textbox', { name: 'Message' }).fill('waits for a line')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(waiting).toHaveCount(1)
  await page.reload()
  await expect(waiting).toHaveCount(1)

  isCut = false
  await as(ben)
  await page.getByRole('textbox', { name: 'Message' }).fill('Ben writes')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByText('Sent', { exact: true })).toBeAttached()
  expect([await waiting.count(), await heard()]).toEqual([0, 0])

  await as(ada)
  await expect.poll(heard).toBe(1)
  await expect(waiting).toHaveCount(1)
  await page.reload()
  await expect(waiting).toHaveCount(1)
  expect(await heard()).toBe(1)
})
