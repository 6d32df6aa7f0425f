import { accountPaths } from '#src/lib/paths/account.ts'
import type { Route } from '#src/lib/route.ts'

/** The account and settings pages. */
export const accountRoutes: readonly Route[] = [
  {
    path: accountPaths.settings,
    title: 'account:titles.settings',
    namespaces: ['account', 'refusals'],
    needsLogin: true,
    page: async () => (await import('./settings-page.tsx')).SettingsPage,
  },
  {
    path: accountPaths.account,
    title: 'account:titles.account',
    namespaces: ['account', 'session', 'refusals'],
    needsLogin: true,
    page: async () => (await import('./account-page.tsx')).AccountPage,
  },
  {
    path: accountPaths.language,
    title: 'account:titles.language',
    namespaces: ['account'],
    page: async () => (await import('./language-page.tsx')).LanguagePage,
  },
  {
    path: accountPaths.security,
    title: 'account:titles.security',
    namespaces: ['account', 'session', 'refusals'],
    needsLogin: true,
    page: async () => (await import('./security-page.tsx')).SecurityPage,
  },
  {
    path: accountPaths.changePassword,
    title: 'account:titles.changePassword',
    namespaces: ['account', 'session', 'refusals'],
    needsLogin: true,
    page: async () => (await import('./change-password-page.tsx')).ChangePasswordPage,
  },
  {
    path: accountPaths.changePayPassword,
    title: 'account:titles.changePayPassword',
    namespaces: ['account', 'session', 'refusals'],
    needsLogin: true,
    page: async () => (await import('./change-pay-password-page.tsx')).ChangePayPasswordPage,
  },
  {
    path: accountPaths.apiKeys,
    title: 'account:titles.apiKeys',
    namespaces: ['account', 'session', 'refusals'],
    needsLogin: true,
    page: async () => (await import('./api-keys-page.tsx')).ApiKeysPage,
  },
  {
    path: accountPaths.devices,
    title: 'account:titles.devices',
    namespaces: ['account', 'refusals'],
    needsLogin: true,
    page: async () => (await import('./devices-page.tsx')).DevicesPage,
  },
  {
    path: accountPaths.authenticator,
    title: 'account:titles.authenticator',
    namespaces: ['account', 'session', 'refusals'],
    needsLogin: true,
    page: async () => (await import('./authenticator-page.tsx')).AuthenticatorPage,
  },
]
