import { routes as at } from '#src/lib/paths.ts'
import type { ComponentType } from 'react'
import { notOpen } from './not-open.ts'

export type Tab = 'home' | 'spot' | 'contracts' | 'finance' | 'assets'

/** One screen of the product. */
export type Route = {
  readonly path: string
  /** Its code comes when it is gone to. */
  readonly page: () => Promise<ComponentType>
  /** The key of its title in shell.json. */
  readonly title: string
  /** The locale files it speaks from, brought along with it. */
  readonly namespaces: readonly string[]
  /** The tab that is lit, and shown, on this page. */
  readonly tab?: Tab
  readonly needsLogin?: true
  /** Pulling it down refreshes it. */
  readonly pull?: true
}

const homePage = async () => (await import('#src/features/home/home-page.tsx')).HomePage
const notOpenPage = async () => (await import('./not-open-page.tsx')).NotOpenPage

/** Every part of the kit with all its states, for those who build. */
const kit: readonly Route[] = import.meta.env.DEV
  ? [{ path: '/ui', title: 'gallery', namespaces: [], page: async () => (await import('#src/ui/gallery-page.tsx')).GalleryPage }]
  : []

/** Every screen of the product: path, page, title, and what it asks for. */
export const routes: readonly Route[] = [
  { path: '/', page: homePage, title: 'home', namespaces: ['home'], tab: 'home', needsLogin: true, pull: true },
  { path: at.home, page: homePage, title: 'home', namespaces: ['home'], tab: 'home', needsLogin: true, pull: true },
  {
    path: at.trade, title: 'trade', namespaces: ['spot', 'market', 'refusals'], tab: 'spot', needsLogin: true,
    page: async () => (await import('#src/features/spot/trade-page.tsx')).TradePage,
  },
  {
    path: at.contracts, title: 'contracts', namespaces: ['lever', 'option', 'market', 'kyc', 'refusals'], tab: 'contracts', needsLogin: true,
    page: async () => (await import('./contracts-page.tsx')).ContractsPage,
  },
  {
    path: at.lever, title: 'lever', namespaces: ['lever', 'market', 'kyc', 'refusals'], needsLogin: true,
    page: async () => (await import('#src/features/lever/lever-page.tsx')).LeverPage,
  },
  {
    path: at.assets, title: 'assets', namespaces: ['assets'], tab: 'assets', needsLogin: true, pull: true,
    page: async () => (await import('#src/features/assets/assets-page.tsx')).AssetsPage,
  },
  {
    path: at.login, title: 'login', namespaces: ['session', 'refusals'],
    page: async () => (await import('#src/features/session/login-page.tsx')).LoginPage,
  },
  {
    path: at.register, title: 'register', namespaces: ['session', 'refusals'],
    page: async () => (await import('#src/features/session/register-page.tsx')).RegisterPage,
  },
  {
    path: at.choose, title: 'choose', namespaces: ['session'],
    page: async () => (await import('#src/features/session/choose-page.tsx')).ChoosePage,
  },
  {
    path: at.forgot, title: 'forgot', namespaces: ['session', 'refusals'],
    page: async () => (await import('#src/features/session/forgot-page.tsx')).ForgotPage,
  },
  {
    path: at.settings, title: 'settings', namespaces: ['settings'], needsLogin: true,
    page: async () => (await import('#src/features/account/settings-page.tsx')).SettingsPage,
  },
  {
    path: at.account, title: 'account', namespaces: ['account', 'session', 'settings', 'refusals'], needsLogin: true,
    page: async () => (await import('#src/features/account/account-page.tsx')).AccountPage,
  },
  {
    path: at.language, title: 'language', namespaces: ['settings'],
    page: async () => (await import('#src/features/account/language-page.tsx')).LanguagePage,
  },
  {
    path: at.security, title: 'security', namespaces: ['account', 'settings'], needsLogin: true,
    page: async () => (await import('#src/features/account/security-page.tsx')).SecurityPage,
  },
  {
    path: at.changePassword, title: 'changePassword', namespaces: ['account', 'session', 'refusals'], needsLogin: true,
    page: async () => (await import('#src/features/account/change-password-page.tsx')).ChangePasswordPage,
  },
  {
    path: at.changePayPassword, title: 'changePayPassword', namespaces: ['account', 'session', 'refusals'], needsLogin: true,
    page: async () => (await import('#src/features/account/change-pay-password-page.tsx')).ChangePayPasswordPage,
  },
  {
    path: at.kline, title: 'kline', namespaces: ['market', 'refusals'], needsLogin: true,
    page: async () => (await import('#src/features/market/kline-page.tsx')).KlinePage,
  },
  {
    path: at.search, title: 'search', namespaces: ['home', 'refusals'], needsLogin: true,
    page: async () => (await import('#src/features/home/search-page.tsx')).SearchPage,
  },
  {
    path: at.tradeAccount, title: 'tradeAccount', namespaces: ['assets', 'refusals'], needsLogin: true, pull: true,
    page: async () => (await import('#src/features/assets/trade-account-page.tsx')).TradeAccountPage,
  },
  {
    path: at.records, title: 'records', namespaces: ['assets', 'refusals'], needsLogin: true, pull: true,
    page: async () => (await import('#src/features/assets/record-page.tsx')).RecordPage,
  },
  {
    path: at.transfer, title: 'transfer', namespaces: ['transfer', 'assets', 'refusals'], needsLogin: true, pull: true,
    page: async () => (await import('#src/features/assets/transfer-page.tsx')).TransferPage,
  },
  {
    path: at.transferRecords, title: 'transferRecords', namespaces: ['transfer', 'assets', 'refusals'], needsLogin: true, pull: true,
    page: async () => (await import('#src/features/assets/transfer-record-page.tsx')).TransferRecordPage,
  },
  {
    path: at.kyc, title: 'verification', namespaces: ['kyc', 'refusals'], needsLogin: true,
    page: async () => (await import('#src/features/kyc/verification-page.tsx')).VerificationPage,
  },
  {
    path: at.kycBasic, title: 'verificationBasic', namespaces: ['kyc', 'session', 'refusals'], needsLogin: true,
    page: async () => (await import('#src/features/kyc/basic-page.tsx')).BasicPage,
  },
  {
    path: at.kycAdvanced, title: 'verificationAdvanced', namespaces: ['kyc', 'session', 'refusals'], needsLogin: true,
    page: async () => (await import('#src/features/kyc/advanced-page.tsx')).AdvancedPage,
  },
  {
    path: at.notices, title: 'notices', namespaces: ['news', 'refusals'], pull: true,
    page: async () => (await import('#src/features/news/notices-page.tsx')).NoticesPage,
  },
  {
    path: at.notice, title: 'notice', namespaces: ['news', 'refusals'],
    page: async () => (await import('#src/features/news/notice-page.tsx')).NoticePage,
  },
  {
    path: at.help, title: 'help', namespaces: ['news', 'refusals'], pull: true,
    page: async () => (await import('#src/features/news/help-page.tsx')).HelpPage,
  },
  {
    path: at.helpDetail, title: 'helpDetail', namespaces: ['news', 'refusals'],
    page: async () => (await import('#src/features/news/help-detail-page.tsx')).HelpDetailPage,
  },
  {
    path: at.rule, title: 'rule', namespaces: ['news', 'refusals'],
    page: async () => (await import('#src/features/news/rule-page.tsx')).RulePage,
  },
  ...kit,
  ...notOpen.map(
    ({ path, title, tab }): Route => ({ path, title, page: notOpenPage, namespaces: [], needsLogin: true, ...(tab ? { tab } : {}) }),
  ),
]

/** The screen at a path, or none of ours. */
export const routeOf = (path: string): Route | null => routes.find((route) => route.path === path) ?? null
export const isTabPath = (path: string) => routeOf(path)?.tab !== undefined
