import { account } from '#contract/account/account.ts'
import type { AskedLine } from '#contract/account/account-asked.ts'
import { useRead } from '#src/actors/use-read.ts'
import { useServices } from '#src/actors/services.tsx'
import { accountPaths } from '#src/lib/paths/account.ts'
import { assetsPaths } from '#src/lib/paths/assets.ts'
import { kycPaths } from '#src/lib/paths/kyc.ts'
import { launchPaths } from '#src/lib/paths/launch.ts'
import { otcPaths } from '#src/lib/paths/otc.ts'
import { withQuery } from '#src/lib/paths/query.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from './link.tsx'

/** What the venue's question is about, by its word and its page. */
export function askedAbout({ kind, ref }: Pick<AskedLine, 'kind' | 'ref'>) {
  switch (kind) {
    case 'kyc':
    case 'kyc_advanced':
      return { word: 'kyc', to: kycPaths.kyc } as const
    case 'appeal':
      return { word: 'appeal', to: withQuery(otcPaths.otcOrder, { id: ref }) } as const
    case 'withdraw':
      return { word: 'withdraw', to: assetsPaths.recordsShowing('withdrawals') } as const
    case 'launch':
      return { word: 'launch', to: launchPaths.launches } as const
    default:
      return { word: 'deposit', to: assetsPaths.recordsShowing('deposits') } as const
  }
}

type Props = { readonly kind: string; readonly id?: string }
/** The venue waits for an answer about this before it decides. Its words come when there is something to say. */
export function AskedNote({ kind, id }: Props) {
  const { request } = useServices()
  const { value } = useRead('asked', (signal) => request.read(account.asked, {}, { signal }))
  const isAsked = value?.list.some((line) => line.kind === kind && (id === undefined || line.ref === id)) === true
  return isAsked ? (
    <Suspense>
      <Asking />
    </Suspense>
  ) : null
}
function Asking() {
  const { t } = useTranslation('asked')
  return (
    <Banner kind="warning" icon="help" action={<Link to={accountPaths.asked}>{t('answerNow')}</Link>}>
      {t('waits')}
    </Banner>
  )
}
