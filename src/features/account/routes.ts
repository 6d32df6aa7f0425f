import { accountPaths } from '#src/lib/paths/account.ts'
import { routesLike, type Route } from '#src/lib/route.ts'

const own = routesLike({ namespaces: ['account', 'refusals'], needsLogin: true })
const secret = routesLike({ namespaces: ['account', 'session', 'refusals'], needsLogin: true })

/** The account and settings pages. */
export const accountRoutes: readonly Route[] = [
  own(accountPaths.settings, 'account:titles.settings', async () => (await import('./settings-page.tsx')).SettingsPage),
  secret(accountPaths.account, 'account:titles.account', async () => (await import('./account-page.tsx')).AccountPage),
  {
    path: accountPaths.language,
    title: 'account:titles.language',
    namespaces: ['account'],
    page: async () => (await import('./language-page.tsx')).LanguagePage,
  },
  secret(
    accountPaths.security,
    'account:titles.security',
    async () => (await import('./security-page.tsx')).SecurityPage,
  ),
  secret(
    accountPaths.changePassword,
    'account:titles.changePassword',
    async () => (await import('./change-password-page.tsx')).ChangePasswordPage,
  ),
  secret(
    accountPaths.changePayPassword,
    'account:titles.changePayPassword',
    async () => (await import('./change-pay-password-page.tsx')).ChangePayPasswordPage,
  ),
  secret(accountPaths.apiKeys, 'account:titles.apiKeys', async () => (await import('./api-keys-page.tsx')).ApiKeysPage),
  secret(
    accountPaths.webhooks,
    'account:titles.webhooks',
    async () => (await import('./webhooks-page.tsx')).WebhooksPage,
  ),
  own(accountPaths.devices, 'account:titles.devices', async () => (await import('./devices-page.tsx')).DevicesPage),
  {
    path: accountPaths.asked,
    title: 'asked:titles.asked',
    namespaces: ['asked', 'refusals'],
    needsLogin: true,
    page: async () => (await import('./asked-page.tsx')).AskedPage,
  },
  secret(
    accountPaths.authenticator,
    'account:titles.authenticator',
    async () => (await import('./authenticator-page.tsx')).AuthenticatorPage,
  ),
]
