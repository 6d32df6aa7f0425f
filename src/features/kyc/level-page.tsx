import { go, goBack } from '#src/lib/hash-location.ts'
import { AskedNote } from '#src/parts/asked-note.tsx'
import { ReadFailed } from '#src/parts/read-failed.tsx'
import type { KycEndpoint } from '#src/actors/kyc.actors.ts'
import type { Kyc } from '#src/actors/use-kyc.ts'
import { Stack } from '#src/ui/box.tsx'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { Page } from '#src/ui/page.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Standing, useReason } from './standing.tsx'
import { useWays } from './ways.ts'

type Props<E extends KycEndpoint> = {
  readonly title: string
  readonly kyc: Kyc<E>
  /** The form, while an application can be submitted. */
  readonly children: ReactNode
  /** The next step, once this level has passed and no return path is set. */
  readonly next?: ReactNode
}

/** One level in each of its states: loading, failed, form, under review, passed. */
export function LevelPage<E extends KycEndpoint>({ title, kyc, children, next }: Props<E>) {
  const { t } = useTranslation('kyc')
  const reason = useReason()
  const { back } = useWays()
  const { standing, row, failure, retry } = kyc
  return (
    <Page title={title}>
      <Stack gap={4} topPad={2} endPad={8}>
        {standing === 'loading' && <Skeleton lines={4} height={64} />}
        {standing === 'failed' && <ReadFailed failure={failure} onRetry={retry} />}
        {standing === 'rejected' && (
          <Banner kind="warning" icon="warning">
            <b>{t('rejectedLead')}</b> {reason(row?.reject_reason ?? null)}
          </Banner>
        )}
        {kyc.isUnsure && (
          <Banner kind="plain" icon="clock">
            {t('unsure')}
          </Banner>
        )}
        {standing === 'underReview' && row !== null && (
          <AskedNote kind={row.level === 'primary' ? 'kyc' : 'kyc_advanced'} />
        )}
        {(standing === 'none' || standing === 'rejected') && children}
        {row !== null && (standing === 'underReview' || standing === 'passed') && (
          <Standing row={row}>
            {standing === 'passed' && back !== null && (
              <Button size="l" isWide onClick={() => go(back, { replace: true })}>
                {t('goOn')}
              </Button>
            )}
            {standing === 'passed' && back === null && next}
            {standing === 'underReview' && (
              <Button size="l" kind="quiet" isWide onClick={goBack}>
                {t('leave')}
              </Button>
            )}
          </Standing>
        )}
      </Stack>
    </Page>
  )
}
