import { openHarness, type Harness } from './harness.ts'
import { register } from '#tests/support/people.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

let harness: Harness
let token = ''
beforeAll(async () => {
  harness = await openHarness()
  token = await harness.tokenOf(await register(harness, 'ann@kontor.test'))
})
afterAll(() => harness.close())
const rename = async (userName: string) =>
  (await harness.call('POST /chat/imUser/updateUserInfo', { userName }, { Authorization: token })).answer.reason ??
  'accepted'

test.each([
  'Official',
  'ＡＤＭＩＮ',
  'ⓢⓤⓟⓟⓞⓡⓣ',
  'Оffіcіаl',
  'οfficial',
  'Supp0rt',
  'adm1n',
  '4dmin',
  'Ｋontor',
  'K o n t o r',
  'k.o.n.t.o.r',
  'Kon\u00adtor',
  'ad\u200dmin',
  'ad\u200cmin',
  'ser\ufe0fvice',
  'sup\u034fport',
  'Àdmïn',
  'su\u0301pport',
  'Кontor',
  '官\u2061方',
  '客 服',
  '관\u200d리자',
  'サポート',
  'ｻﾎﾟｰﾄ',
  'Soporte',
  'แอดมิน',
  '𝐒𝐮𝐩𝐩𝐨𝐫𝐭',
  '𝖠𝖽𝗆𝗂𝗇',
])('AT54 the name %s is refused because it could be mistaken for staff', async (name) => {
  expect(await rename(name)).toBe('name_reserved')
})
test.each(['\u200c', '\u00ad\u00ad', '\u3164', '\u115f\u1160', '\u2800', '\ufe0f', '\u2061'])(
  'AT54 the name %j is refused because it is invisible',
  async (name) => {
    expect(await rename(name)).toBe('name_required')
  },
)
test.each(['a\u202eb', 'a\u2066b', '\u200bAnn', 'Ann\u0000', 'Ann\u0085', '\ud83d', 'A\ufeffnn'])(
  'AT54 the name %j is refused because of control or direction characters',
  async (name) => {
    expect(await rename(name)).toBe('malformed')
  },
)
test.each([
  'Ann',
  'José',
  'Zoë 2',
  '안나',
  '山田太郎',
  'ガガ',
  'สมชาย',
  'Ольга',
  'Νίκος',
  '😀 Ann',
  '👨‍👩‍👧',
  "O'Neil",
  'Ann-Marie',
  '100%',
])('AT54 the name %s is accepted', async (name) => {
  expect(await rename(name)).toBe('accepted')
})
