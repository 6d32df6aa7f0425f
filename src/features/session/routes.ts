import { accountPaths } from '#src/lib/paths/account.ts'
import { sessionPaths } from '#src/lib/paths/session.ts'
import type { Route } from '#src/lib/route.ts'

/** The login and registration pages. */
export const sessionRoutes: readonly Route[] = [
  {
    path: sessionPaths.login,
    title: 'session:titles.login',
    namespaces: ['session', 'refusals'],
    page: async () => (await import('./login-page.tsx')).LoginPage,
  },
  {
    path: sessionPaths.register,
    title: 'session:titles.register',
    namespaces: ['session', 'refusals'],
    page: async () => (await import('./register-page.tsx')).RegisterPage,
  },
  {
    path: sessionPaths.choose,
    title: 'session:titles.choose',
    namespaces: ['session'],
    page: async () => (await import('./choose-page.tsx')).ChoosePage,
  },
  {
    path: sessionPaths.forgot,
    title: 'session:titles.forgot',
    namespaces: ['session', 'refusals'],
    page: async () => (await import('./forgot-page.tsx')).ForgotPage,
  },
  {
    path: accountPaths.contact,
    title: 'session:titles.contact',
    namespaces: ['session', 'account', 'refusals'],
    needsLogin: true,
    page: async () => (await import('./contact-page.tsx')).ContactPage,
  },
]
