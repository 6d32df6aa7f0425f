import { kycPaths } from '#src/lib/paths/kyc.ts'
import { routesLike, type Route } from '#src/lib/route.ts'

const own = routesLike({ namespaces: ['kyc', 'session', 'refusals', 'camera'], needsLogin: true })

/** Verification. */
export const kycRoutes: readonly Route[] = [
  {
    path: kycPaths.kyc,
    title: 'kyc:titles.verification',
    namespaces: ['kyc', 'refusals'],
    needsLogin: true,
    page: async () => (await import('./verification-page.tsx')).VerificationPage,
  },
  own(kycPaths.kycBasic, 'kyc:titles.verificationBasic', async () => (await import('./basic-page.tsx')).BasicPage),
  own(
    kycPaths.kycAdvanced,
    'kyc:titles.verificationAdvanced',
    async () => (await import('./advanced-page.tsx')).AdvancedPage,
  ),
]
