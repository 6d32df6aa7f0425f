import { kycPaths } from '#src/lib/paths/kyc.ts'
import type { Route } from '#src/lib/route.ts'

/** Verification. */
export const kycRoutes: readonly Route[] = [
  {
    path: kycPaths.kyc,
    title: 'kyc:titles.verification',
    namespaces: ['kyc', 'refusals'],
    needsLogin: true,
    page: async () => (await import('./verification-page.tsx')).VerificationPage,
  },
  {
    path: kycPaths.kycBasic,
    title: 'kyc:titles.verificationBasic',
    namespaces: ['kyc', 'session', 'refusals'],
    needsLogin: true,
    page: async () => (await import('./basic-page.tsx')).BasicPage,
  },
  {
    path: kycPaths.kycAdvanced,
    title: 'kyc:titles.verificationAdvanced',
    namespaces: ['kyc', 'session', 'refusals'],
    needsLogin: true,
    page: async () => (await import('./advanced-page.tsx')).AdvancedPage,
  },
]
