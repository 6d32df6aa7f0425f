import { fieldOf } from '#tests/support/venue-client.ts'
import { randomUUID } from 'node:crypto'
import { expect } from '../kit.ts'
import { newUser, verified } from '../story.ts'

/** A picture of one pixel. */
export const receipt = {
  name: 'receipt.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
}
/** The fund password of everybody here. */
export const pin = '246810'
export type Person = Awaited<ReturnType<typeof newUser>>

/** Stores the picture for this person; answers its link. */
export const upload = async (url: string, { token }: Person) => {
  const form = new FormData()
  form.set('fileName', new Blob([new Uint8Array(receipt.buffer)], { type: receipt.mimeType }), receipt.name)
  const headers = {
    Authorization: token,
    'language-mark': 'en',
    DEVICE_MODEL: 'mobile_1',
    'Idempotency-Key': randomUUID(),
  }
  const told: unknown = await (
    await fetch(new URL('chat/fileServer/upload/app', url), { method: 'POST', body: form, headers })
  ).json()
  return String(fieldOf(fieldOf(told, 'data'), 'relativePath'))
}
export const setPin = async ({ venue }: Person) => {
  const { body } = await venue.post('api/set/sms_other_mail', { type: 'password' })
  await venue.post('api/safe/update_password', {
    password: pin,
    re_password: pin,
    code: String(fieldOf(body['data'], 'demo_code')),
  })
}
export const addCard = ({ venue }: Person) =>
  venue.post('api/user/cash_save', { real_name: 'Ann Lee', bank_name: 'HSBC', bank_account: '6225888888888888' })
/** A fund password, money to trade with, and a bank card. */
const equip = async (person: Person) => {
  await setPin(person)
  await person.venue.post('api/wallet/change', {
    number: '3000',
    currency_id: 3,
    from_field: 'change',
    to_field: 'legal',
  })
  await addCard(person)
}
/** A merchant who is verified at both levels, holds the deposit and sells. Answers the number of the ad. */
export const openShop = async (url: string, ann: Person, total = '900'): Promise<string> => {
  const card = `A${Date.now()}`
  await ann.venue.post('api/user/real_name', { name: 'Ann Lee', country: 'Japan', card_id: card })
  const level = () => ann.venue.get('api/user/center2').then(({ body }) => JSON.stringify(body))
  await expect.poll(level, { timeout: 30_000 }).toMatch(/"level":1,"review_status":2/)
  const file = await upload(url, ann)
  await ann.venue.post('api/user/real_name2', {
    card_id: card,
    address: '1 Long Road',
    front_pic: file,
    reverse_pic: file,
    hand_pic: file,
  })
  await equip(ann)
  await expect.poll(level, { timeout: 30_000 }).toMatch(/"level":2,"review_status":2/)
  await ann.venue.post('api/trade/bail', { pay_password: pin })
  const terms = {
    price: '1',
    total_number: total,
    min_amount: '50',
    max_amount: '400',
    ways: ['bank'],
    pay_minutes: 15,
    remark: '',
  }
  const { body } = await ann.venue.post('api/trade/publish', {
    side: 'sell',
    currency_id: 3,
    fiat: 'USD',
    ...terms,
    pay_password: pin,
  })
  return String(fieldOf(body['message'], 'id'))
}
/** A seller with an ad, and a buyer who may take it. */
export const sellerAndBuyer = async (url: string, total?: string) => {
  const [ann, ben] = await Promise.all([newUser(url), newUser(url)])
  const [ad] = await Promise.all([openShop(url, ann, total), verified(ben.venue)])
  return { ann, ben, ad }
}
