import { assetsPaths } from '#src/lib/paths/assets.ts'
import { bankPaths } from '#src/lib/paths/bank.ts'
import { depositPaths } from '#src/lib/paths/deposit.ts'
import { withdrawPaths } from '#src/lib/paths/withdraw.ts'
import type { Route } from '#src/lib/route.ts'

const plain = ['wallet', 'refusals']
const money = ['wallet', 'kyc', 'session', 'refusals']
const done = ['wallet', 'money', 'refusals']
const base = { needsLogin: true } as const
const addresses = async () => (await import('./addresses-page.tsx')).AddressesPage

/** Money in and out: deposits, withdrawals and their addresses, receiving methods, exchanges, transfers to people. */
export const walletRoutes: readonly Route[] = [
  {
    ...base,
    path: depositPaths.deposit,
    title: 'wallet:titles.deposit',
    namespaces: plain,
    pull: true,
    page: async () => (await import('./deposit-page.tsx')).DepositPage,
  },
  {
    ...base,
    path: depositPaths.charge,
    title: 'wallet:titles.deposit',
    namespaces: money,
    page: async () => (await import('./charge-page.tsx')).ChargePage,
  },
  {
    ...base,
    path: depositPaths.chargeBank,
    title: 'wallet:titles.depositBank',
    namespaces: money,
    pull: true,
    page: async () => (await import('./charge-bank-page.tsx')).ChargeBankPage,
  },
  {
    ...base,
    path: depositPaths.depositMobile,
    title: 'wallet:titles.depositFast',
    namespaces: money,
    pull: true,
    page: async () => (await import('./fast-buy-page.tsx')).FastBuyPage,
  },
  {
    ...base,
    path: depositPaths.chargeBankDone,
    title: 'wallet:titles.depositDone',
    namespaces: done,
    page: async () => (await import('./done-page.tsx')).DepositDonePage,
  },
  {
    ...base,
    path: withdrawPaths.withdraw,
    title: 'wallet:titles.withdraw',
    namespaces: plain,
    pull: true,
    page: async () => (await import('./withdraw-page.tsx')).WithdrawPage,
  },
  {
    ...base,
    path: withdrawPaths.withdrawCoin,
    title: 'wallet:titles.withdraw',
    namespaces: money,
    pull: true,
    page: async () => (await import('./withdraw-coin-page.tsx')).WithdrawCoinPage,
  },
  {
    ...base,
    path: withdrawPaths.withdrawBank,
    title: 'wallet:titles.withdrawBank',
    namespaces: money,
    pull: true,
    page: async () => (await import('./withdraw-bank-page.tsx')).WithdrawBankPage,
  },
  {
    ...base,
    path: withdrawPaths.withdrawCard,
    title: 'wallet:titles.withdrawCard',
    namespaces: plain,
    pull: true,
    page: async () => (await import('./withdraw-card-page.tsx')).WithdrawCardPage,
  },
  {
    ...base,
    path: withdrawPaths.withdrawBankDone,
    title: 'wallet:titles.withdrawDone',
    namespaces: done,
    page: async () => (await import('./done-page.tsx')).WithdrawDonePage,
  },
  {
    ...base,
    path: withdrawPaths.addresses,
    title: 'wallet:titles.addresses',
    namespaces: plain,
    pull: true,
    page: addresses,
  },
  {
    ...base,
    path: withdrawPaths.addressBook,
    title: 'wallet:titles.addresses',
    namespaces: plain,
    pull: true,
    page: addresses,
  },
  {
    ...base,
    path: withdrawPaths.createAddress,
    title: 'wallet:titles.addAddress',
    namespaces: money,
    page: async () => (await import('./create-address-page.tsx')).CreateAddressPage,
  },
  {
    ...base,
    path: bankPaths.banks,
    title: 'wallet:titles.methods',
    namespaces: plain,
    pull: true,
    page: async () => (await import('./methods-page.tsx')).MethodsPage,
  },
  {
    ...base,
    path: bankPaths.addBank,
    title: 'wallet:titles.methods',
    namespaces: money,
    page: async () => (await import('./add-method-page.tsx')).AddMethodPage,
  },
  {
    ...base,
    path: assetsPaths.flash,
    title: 'wallet:titles.flash',
    namespaces: money,
    pull: true,
    page: async () => (await import('./flash-page.tsx')).FlashPage,
  },
  {
    ...base,
    path: assetsPaths.gift,
    title: 'wallet:titles.gift',
    namespaces: money,
    pull: true,
    page: async () => (await import('./gift-page.tsx')).GiftPage,
  },
  {
    ...base,
    path: assetsPaths.giftRecords,
    title: 'wallet:titles.giftRecords',
    namespaces: plain,
    page: async () => (await import('./gift-records-page.tsx')).GiftRecordsPage,
  },
]
