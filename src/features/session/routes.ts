import { accountPaths } from '#src/lib/paths/account.ts'
import { sessionPaths } from '#src/lib/paths/session.ts'
import { routesLike, type Route } from '#src/lib/route.ts'

const own = routesLike({ namespaces: ['session', 'refusals'] })

/** The login and registration pages. */
export const sessionRoutes: readonly Route[] = [
  own(sessionPaths.login, 'session:titles.login', async () => (await import('./login-page.tsx')).LoginPage),
  own(sessionPaths.register, 'session:titles.register', async () => (await import('./register-page.tsx')).RegisterPage),
  {
    path: sessionPaths.choose,
    title: 'session:titles.choose',
    namespaces: ['session'],
    page: async () => (await import('./choose-page.tsx')).ChoosePage,
  },
  own(sessionPaths.forgot, 'session:titles.forgot', async () => (await import('./forgot-page.tsx')).ForgotPage),
  {
    path: accountPaths.contact,
    title: 'session:titles.contact',
    namespaces: ['session', 'account', 'refusals'],
    needsLogin: true,
    page: async () => (await import('./contact-page.tsx')).ContactPage,
  },
]
