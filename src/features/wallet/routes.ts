import { assetsPaths } from '#src/lib/paths/assets.ts'
import { bankPaths } from '#src/lib/paths/bank.ts'
import { depositPaths } from '#src/lib/paths/deposit.ts'
import { withdrawPaths } from '#src/lib/paths/withdraw.ts'
import { routesLike, type Route } from '#src/lib/route.ts'

const plain = routesLike({ namespaces: ['wallet', 'refusals'], needsLogin: true })
const money = routesLike({ namespaces: ['wallet', 'kyc', 'session', 'refusals'], needsLogin: true })
const done = routesLike({ namespaces: ['wallet', 'money', 'refusals'], needsLogin: true })
const addresses = async () => (await import('./addresses-page.tsx')).AddressesPage

/** Money in and out: deposits, withdrawals and their addresses, receiving methods, exchanges, transfers to people. */
export const walletRoutes: readonly Route[] = [
  plain(depositPaths.deposit, 'wallet:titles.deposit', async () => (await import('./deposit-page.tsx')).DepositPage, {
    pull: true,
  }),
  money(depositPaths.charge, 'wallet:titles.deposit', async () => (await import('./charge-page.tsx')).ChargePage),
  money(
    depositPaths.chargeBank,
    'wallet:titles.depositBank',
    async () => (await import('./charge-bank-page.tsx')).ChargeBankPage,
    { pull: true },
  ),
  money(
    depositPaths.depositMobile,
    'wallet:titles.depositFast',
    async () => (await import('./fast-buy-page.tsx')).FastBuyPage,
    { pull: true },
  ),
  done(
    depositPaths.chargeBankDone,
    'wallet:titles.depositDone',
    async () => (await import('./done-page.tsx')).DepositDonePage,
  ),
  plain(
    withdrawPaths.withdraw,
    'wallet:titles.withdraw',
    async () => (await import('./withdraw-page.tsx')).WithdrawPage,
    { pull: true },
  ),
  money(
    withdrawPaths.withdrawCoin,
    'wallet:titles.withdraw',
    async () => (await import('./withdraw-coin-page.tsx')).WithdrawCoinPage,
    { pull: true },
  ),
  money(
    withdrawPaths.withdrawBank,
    'wallet:titles.withdrawBank',
    async () => (await import('./withdraw-bank-page.tsx')).WithdrawBankPage,
    { pull: true },
  ),
  plain(
    withdrawPaths.withdrawCard,
    'wallet:titles.withdrawCard',
    async () => (await import('./withdraw-card-page.tsx')).WithdrawCardPage,
    { pull: true },
  ),
  done(
    withdrawPaths.withdrawBankDone,
    'wallet:titles.withdrawDone',
    async () => (await import('./done-page.tsx')).WithdrawDonePage,
  ),
  plain(withdrawPaths.addresses, 'wallet:titles.addresses', addresses, { pull: true }),
  plain(withdrawPaths.addressBook, 'wallet:titles.addresses', addresses, { pull: true }),
  money(
    withdrawPaths.createAddress,
    'wallet:titles.addAddress',
    async () => (await import('./create-address-page.tsx')).CreateAddressPage,
  ),
  plain(bankPaths.banks, 'wallet:titles.methods', async () => (await import('./methods-page.tsx')).MethodsPage, {
    pull: true,
  }),
  money(bankPaths.addBank, 'wallet:titles.methods', async () => (await import('./add-method-page.tsx')).AddMethodPage),
  money(assetsPaths.flash, 'wallet:titles.flash', async () => (await import('./flash-page.tsx')).FlashPage, {
    pull: true,
  }),
  money(assetsPaths.gift, 'wallet:titles.gift', async () => (await import('./gift-page.tsx')).GiftPage, { pull: true }),
  plain(
    assetsPaths.giftRecords,
    'wallet:titles.giftRecords',
    async () => (await import('./gift-records-page.tsx')).GiftRecordsPage,
  ),
]
