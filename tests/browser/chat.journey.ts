import { fieldOf, venueClient } from '#tests/support/venue-client.ts'
import { axeFindings } from './axe.ts'
import { expect, test } from './kit.ts'
import { beginWith, newUser } from './story.ts'

/** Two people who are friends, and the chat of the two. */
const friends = async (url: string) => {
  const people = await Promise.all([newUser(url), newUser(url)])
  const ids = await Promise.all(people.map(async ({ token }) => {
    const { body } = await venueClient(url, token).post('chat/sys/login', { userDeviceId: 'journey' })
    return String(fieldOf(fieldOf(body['data'], 'userInfo'), 'id'))
  }))
  const [[ada, ben], [adaId = '', benId = '']] = [people, ids]
  await ada.venue.post('chat/imUserFriend/addFriend', { friendId: benId })
  const { body } = await ben.venue.post('chat/imUserFriend/handleFriendApply', { applyUserId: adaId, status: 1 })
  return { ada, ben, chat: String(fieldOf(body['data'], 'chatGroupId')) }
}

test('CHAT-67 two people talk, one loses the line and gets it back, and takes a message back', async ({ page, browser, at, app, isMobile }) => {
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
  await page.getByRole('button', { name: 'Actions for: two' }).click({ force: true })
  await page.getByRole('button', { name: /^Take back/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Take back' }).click()
  for (const each of [page, other]) await expect(each.getByText('two', { exact: true })).toHaveCount(0)
  await expect(page.getByText('You took back a message')).toBeVisible()
  expect(await axeFindings(page)).toEqual([])
})
