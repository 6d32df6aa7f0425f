import { fieldOf } from '#tests/support/venue-client.ts'
import { expect, test, type Page } from '../kit.ts'
import {
  addProof,
  closeReceipt,
  countOf,
  equipped,
  losses,
  moneyCast,
  staffedApp,
  takeLosing,
  throughReview,
} from './money-cast.ts'
import { pin, receipt, setPin } from './otc-people.ts'
import { fillCode } from '../story.ts'

const tron = 'TA4Y62o6YC2Zsck9rZVGTvqW1AQ7X9zTnj'
const dayMs = 86_400_000
const routes = {
  gift: '/pages/assets/transfersd/hzindex',
  bank: '/pages/assets/deposit/charge2',
  coin: '/pages/assets/deposit/charge?currency=3',
  flash: '/pages/assets/transfersd/index',
  address: '/pages/user/address/create?currency=3',
  withdraw: '/pages/assets/withdraw/detail?currency=3',
  bankOut: '/pages/assets/withdraw/detail2',
  method: '/pages/bankbind/addbank?way=bank',
} as const

test('MONEY-11 a transfer meets each gate once: the level, which is rejected and applied for again, the fund password and a lock; the network is lost in every step', async ({
  browser,
}) => {
  await using app = await staffedApp()
  await using cast = await moneyCast(browser, app)
  const { page, desk, person, peer } = cast
  const applications = async () => (await desk.open('kyc')).length
  await test.step('998: the level', async () => {
    await cast.go(routes.gift)
    await page.getByRole('textbox', { name: 'Recipient' }).fill(peer.mail)
    await page.getByRole('textbox', { name: 'Amount' }).fill('10')
    await page.getByRole('button', { name: 'Verify now' }).click()
    await page.getByRole('link', { name: 'Start' }).first().click()
  })
  for (const [loss, decision] of [
    ['request', 'reject'],
    ['reply', 'pass'],
  ] as const)
    await test.step(`the application, its ${loss} lost, decided: ${decision}`, async () => {
      await page.getByRole('textbox', { name: 'Full name' }).fill('Ann Lee')
      await page.getByRole('combobox', { name: 'Country or region' }).selectOption({ label: 'Japan' })
      await page.getByRole('textbox', { name: 'ID number' }).fill(`A${Date.now()}`)
      const tap = async (at: Page) => at.getByRole('button', { name: 'Submit for review' }).click()
      await takeLosing(
        cast,
        { name: 'kyc', call: '/user/real_name', tap, done: /^Under review$/, count: applications },
        loss,
      )
      await desk.decideAll('kyc', decision)
      if (decision === 'reject') await expect(page.getByText('The photo cannot be read.')).toBeVisible()
    })
  await page.getByRole('button', { name: 'Continue' }).click()
  await test.step('the fund password, its reply lost; the form has kept what was typed', async () => {
    await expect(page.getByRole('textbox', { name: 'Amount' })).toHaveValue('10')
    await page.getByRole('button', { name: 'Set', exact: true }).click()
    await page
      .getByRole('textbox', { name: 'New fund password' })
      .or(page.getByLabel('New fund password'))
      .first()
      .fill(pin)
    await page.getByLabel('Confirm fund password').fill(pin)
    await fillCode(page)
    const has = async () =>
      (await person.venue.get('api/user/center')).body['message'] === undefined
        ? 0
        : JSON.stringify((await person.venue.get('api/user/center')).body).includes('"has_password":1')
          ? 1
          : 0
    const tap = async (at: Page) => at.locator('form').getByRole('button').last().click()
    await takeLosing(
      cast,
      { name: 'pin', call: '/safe/update_password', tap, done: /Fund password set|Recipient/, count: has },
      'reply',
    )
    await expect(page.getByRole('textbox', { name: 'Amount' })).toHaveValue('10')
  })
  const [moved, arrived] = [await cast.since(), await cast.since(peer)]
  for (const loss of losses)
    await test.step(`the transfer, its ${loss} lost`, async () => {
      await cast.go(routes.gift)
      await page.getByRole('textbox', { name: 'Recipient' }).fill(peer.mail)
      await page.getByRole('textbox', { name: 'Amount' }).fill('10')
      await takeLosing(
        cast,
        {
          name: 'gift',
          call: '/trade/transfer',
          tap: throughReview('Review transfer', null),
          done: /^Transferred$/,
          count: () => countOf(peer, 'api/trade/transferRecord'),
        },
        loss,
      )
      await closeReceipt(page)
    })
  expect([await moved(), await arrived()]).toEqual([
    { free: '-20', held: '0' },
    { free: '20', held: '0' },
  ])
  await test.step('a lock stands above the form until it ends', async () => {
    await cast.go(routes.gift)
    await desk.lock(cast.personId, 'withdraw', Date.now() + dayMs)
    await expect(page.getByText('A question about a payment')).toBeVisible()
    await page.getByRole('textbox', { name: 'Recipient' }).fill(peer.mail)
    await page.getByRole('textbox', { name: 'Amount' }).fill('10')
    await page.getByRole('button', { name: 'Review transfer' }).click()
    await expect(page.getByText('A question about a payment')).toBeInViewport()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await desk.lock(cast.personId, 'withdraw', 0)
    await expect(page.getByText('A question about a payment')).toHaveCount(0)
    await throughReview('Review transfer', null)(page)
    await expect(page.getByText('Transferred', { exact: true })).toBeVisible()
  })
  expect([await moved(), await arrived()]).toEqual([
    { free: '-30', held: '0' },
    { free: '30', held: '0' },
  ])
})

test('MONEY-12 deposits by bank and by coin, the method that they need first, and their decisions; the network is lost in every step', async ({
  browser,
}) => {
  await using app = await staffedApp()
  await using cast = await moneyCast(browser, app)
  const { page, desk, person } = cast
  await setPin(person)
  const moved = await cast.since()
  const fillBank = async () => {
    await page.getByRole('textbox', { name: 'Amount paid' }).fill('10000')
    await addProof(page)
    await expect(page.getByText(/^1 USDT = /)).toBeVisible()
  }
  const methods = async () =>
    Number(fieldOf((await person.venue.post('api/user/cash_info', {})).body['message'], 'rev'))
  const fillMethod = async (account: string) => {
    await page.getByRole('textbox', { name: 'Account holder' }).fill('Ann Lee')
    await page.getByRole('textbox', { name: 'Bank name' }).fill('HSBC')
    await page.getByRole('textbox', { name: 'Card or account number' }).fill(account)
  }
  const saveMethod = {
    name: 'method',
    call: '/user/cash_save',
    tap: async (at: Page) => at.getByRole('button', { name: 'Save', exact: true }).click(),
    count: methods,
  }
  await test.step('997: a receiving method, its reply lost; the form has kept what was typed', async () => {
    await cast.go(routes.bank)
    await fillBank()
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await fillMethod('6225888888888888')
    await takeLosing(cast, { ...saveMethod, done: /Payment method saved|Amount paid/ }, 'reply')
    await expect(page.getByRole('textbox', { name: 'Amount paid' })).toHaveValue(/^10,?000$/)
  })
  await test.step('the method is changed, its request lost', async () => {
    await cast.go(routes.method)
    await page.getByRole('textbox', { name: 'Card or account number' }).fill('6225888888888812')
    await page.getByLabel('Fund password').fill(pin)
    await takeLosing(
      cast,
      {
        ...saveMethod,
        done: /Payment method saved|This is how you are paid/,
        tap: async (at) => {
          if ((await at.getByLabel('Fund password').inputValue()) === '') await at.getByLabel('Fund password').fill(pin)
          await saveMethod.tap(at)
        },
      },
      'request',
    )
  })
  const deposits = () => countOf(person, 'api/charge_mention/log2')
  for (const loss of losses) {
    await test.step(`by bank, its ${loss} lost`, async () => {
      await cast.go(routes.bank)
      await fillBank()
      await takeLosing(
        cast,
        {
          name: 'bank',
          call: '/wallet/charge_req2',
          tap: throughReview('Review deposit', 'Submit deposit'),
          done: /^Deposit submitted$/,
          count: deposits,
        },
        loss,
      )
      await closeReceipt(page)
      await expect(page.getByText('Processing', { exact: true }).first()).toBeVisible()
      await desk.decideAll('deposit', loss === 'request' ? 'reject' : 'pass')
      await expect(
        page.getByText(loss === 'request' ? /The photo cannot be read\./ : /^Completed$/).first(),
      ).toBeVisible()
    })
    await test.step(`by coin, its ${loss} lost`, async () => {
      const before = await cast.since()
      await cast.go(routes.coin)
      await page.getByRole('textbox', { name: 'Amount sent' }).fill('500')
      await addProof(page)
      await takeLosing(
        cast,
        {
          name: 'coin',
          call: '/wallet/charge_req',
          tap: throughReview('Review deposit', 'Submit deposit'),
          done: /^Deposit submitted$/,
          count: deposits,
        },
        loss,
      )
      await closeReceipt(page)
      expect(await before()).toEqual({ free: '0', held: '0' })
      await desk.decideAll('deposit', loss === 'request' ? 'pass' : 'reject')
      await expect.poll(before).toEqual({ free: loss === 'request' ? '500' : '0', held: '0' })
    })
  }
  const { free, held } = await moved()
  // One of each was passed: 500 coins, and 10,000 HKD at the quoted price.
  expect([Number(free) > 1700 && Number(free) < 1850, held]).toEqual([true, '0'])
})

test('MONEY-13 an exchange, an address and withdrawals to it; the network is lost in every step', async ({
  browser,
}) => {
  await using app = await staffedApp()
  await using cast = await moneyCast(browser, app)
  const { page, desk, person } = cast
  const { venue } = person
  const card = `A${Date.now()}`
  await venue.post('api/user/real_name', { name: 'Ann Lee', country: 'Japan', card_id: card })
  await desk.decideAll('kyc', 'pass')
  await equipped(person)
  const addresses = async () => {
    const list = (await venue.post('api/wallet/get_address', { currency: 3 })).body['message']
    return Array.isArray(list) ? list.length : 0
  }
  await test.step('an address, its reply lost', async () => {
    await cast.go(routes.address)
    await page.getByRole('combobox', { name: 'Network' }).selectOption({ label: 'TRC20' })
    await page.getByRole('textbox', { name: 'Address' }).fill(tron)
    await page.getByLabel('Fund password').fill(pin)
    await fillCode(page)
    await takeLosing(
      cast,
      {
        name: 'address',
        call: '/wallet/addaddress',
        tap: async (at) => at.getByRole('button', { name: 'Save address' }).click(),
        done: /Address added|All \d+ addresses|TA4Y/,
        count: addresses,
      },
      'reply',
    )
  })
  const exchanged = await cast.since()
  const exchanges = async () =>
    Number(
      fieldOf(
        (await venue.post('api/wallet/legal_log', { currency: 3, log_type: 600, page: 1, limit: 50 })).body['message'],
        'count',
      ),
    )
  for (const loss of losses)
    await test.step(`an exchange, its ${loss} lost`, async () => {
      await cast.go(routes.flash)
      await page.getByRole('textbox', { name: 'Amount' }).fill('100')
      await expect(page.getByText('Quote valid', { exact: false }).or(page.getByRole('timer')).first()).toBeVisible()
      await takeLosing(
        cast,
        {
          name: 'flash',
          call: '/wallet/flashAgainst',
          tap: throughReview('Review exchange', 'Exchange now'),
          done: /^Exchanged$/,
          count: exchanges,
        },
        loss,
      )
      await closeReceipt(page)
    })
  expect(await exchanged()).toEqual({ free: '-200', held: '0' })
  const withdrawals = () => countOf(person, 'api/charge_mention/log3')
  for (const loss of losses)
    await test.step(`a withdrawal, its ${loss} lost`, async () => {
      const moved = await cast.since()
      await cast.go(routes.withdraw)
      await page.getByRole('textbox', { name: 'Amount' }).fill('100')
      await takeLosing(
        cast,
        {
          name: 'withdraw',
          call: '/wallet/out',
          tap: throughReview('Withdraw', null),
          done: /^Withdrawal submitted$/,
          count: withdrawals,
        },
        loss,
      )
      await closeReceipt(page)
      expect(await moved()).toEqual({ free: '-100', held: '100' })
      await expect(page.getByText('Processing', { exact: true }).first()).toBeVisible()
      await desk.decideAll('withdraw', loss === 'request' ? 'reject' : 'pass')
      await expect(
        page.getByText(loss === 'request' ? /The photo cannot be read\./ : /^Completed$/).first(),
      ).toBeVisible()
      expect(await moved()).toEqual({ free: loss === 'request' ? '0' : '-100', held: '0' })
    })
})

test('MONEY-14 a payout to a bank after the second level; the network is lost in every step', async ({ browser }) => {
  await using app = await staffedApp()
  await using cast = await moneyCast(browser, app)
  const { page, desk, person } = cast
  const { venue } = person
  const card = `A${Date.now()}`
  await venue.post('api/user/real_name', { name: 'Ann Lee', country: 'Japan', card_id: card })
  await desk.decideAll('kyc', 'pass')
  await equipped(person)
  const withdrawals = () => countOf(person, 'api/charge_mention/log3')
  await test.step('998: the second level, its reply lost', async () => {
    await cast.go(routes.bankOut)
    await page.getByRole('textbox', { name: 'Amount' }).fill('100')
    await page.getByRole('button', { name: 'Withdraw', exact: true }).last().click()
    const gate = page.getByRole('region', { name: 'Before you can go on' })
    await expect(gate.getByText('Advanced verification')).toBeInViewport()
    await gate.getByRole('button', { name: 'Verify now' }).click()
    await page.getByRole('link', { name: 'Start' }).click()
    await page.getByRole('textbox', { name: 'ID number' }).fill(card)
    await page.getByRole('textbox', { name: 'Contact address' }).fill('1 Long Road')
    for (const label of ['Document, front', 'Document, back', 'You, holding the document']) {
      await page.getByLabel(label).and(page.locator('input')).setInputFiles(receipt)
      await expect(page.getByRole('img', { name: label })).toBeVisible()
    }
    const tap = async (at: Page) => at.getByRole('button', { name: 'Submit for review' }).click()
    await takeLosing(
      cast,
      {
        name: 'kyc2',
        call: '/user/real_name2',
        tap,
        done: /^Under review$/,
        count: async () => (await desk.open('kyc_advanced')).length,
      },
      'reply',
    )
    await desk.decideAll('kyc_advanced', 'pass')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('textbox', { name: 'Amount' })).toHaveValue('100')
  })
  for (const loss of losses)
    await test.step(`a withdrawal to a bank, its ${loss} lost`, async () => {
      const moved = await cast.since()
      await cast.go(routes.bankOut)
      await page.getByRole('textbox', { name: 'Amount' }).fill('100')
      await expect(page.getByRole('timer').first()).toBeVisible()
      await takeLosing(
        cast,
        {
          name: 'bankOut',
          call: '/wallet/out2',
          tap: throughReview('Withdraw', null),
          done: /^Withdrawal submitted$/,
          count: withdrawals,
        },
        loss,
      )
      await closeReceipt(page)
      expect(await moved()).toEqual({ free: '-100', held: '100' })
      await desk.decideAll('withdraw', 'pass')
      await expect(page.getByText('Completed', { exact: true }).first()).toBeVisible()
      expect(await moved()).toEqual({ free: '-100', held: '0' })
    })
})
