import { kyc } from '#contract/kyc/kyc.ts'
import { go } from '#src/lib/hash-location.ts'
import { kycPaths } from '#src/lib/paths/kyc.ts'
import { ReadFailed } from '#src/parts/read-failed.tsx'
import type { KycEndpoint } from '#src/actors/kyc.actors.ts'
import { baseCoin } from '#contract/wire/limits.ts'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { useConfig } from '#src/stores/config.ts'
import { Link } from '#src/parts/link.tsx'
import { useKyc, type Kyc } from '#src/actors/use-kyc.ts'
import { Box, Note, Row, Stack } from '#src/ui/box.tsx'
import { Button } from '#src/ui/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Page } from '#src/ui/page.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { useTranslation } from 'react-i18next'
import { StatusBadge, useReason } from './standing.tsx'
import { UsualWait } from './usual-wait.tsx'
import { useWays } from './ways.ts'

/** The verification levels with their status and what each allows, and the next step. */
export function VerificationPage() {
  const { t } = useTranslation('kyc')
  const { back, requiredLevel } = useWays()
  const levels = { primary: useKyc(kyc.primary), advanced: useKyc(kyc.advanced) }
  const { primary, advanced } = levels
  const mayGoOn = back !== null && levels[requiredLevel].standing === 'passed'
  const isWaiting = primary.standing === 'loading' || advanced.standing === 'loading'
  const failed = primary.standing === 'failed' ? primary : advanced.standing === 'failed' ? advanced : null
  return (
    <Page
      title={t('title')}
      {...(mayGoOn && {
        footer: (
          <Button size="l" isWide onClick={() => go(back, { replace: true })}>
            {t('goOn')}
          </Button>
        ),
      })}
    >
      <Stack gap={4} topPad={2} endPad={8}>
        <Box as="p" tone={2} isLoose>
          {t('lead')}
        </Box>
        {failed === null && isWaiting && <Skeleton lines={2} height={132} />}
        {failed !== null && (
          <ReadFailed
            failure={failed.failure}
            onRetry={() => {
              primary.retry()
              advanced.retry()
            }}
          />
        )}
        {failed === null && !isWaiting && (
          <Stack as="ol" gap={4}>
            <LevelCard level={primary} word="primary" to={kycPaths.kycBasic} isOpen />
            <LevelCard
              level={advanced}
              word="advanced"
              to={kycPaths.kycAdvanced}
              isOpen={primary.standing === 'passed'}
            />
          </Stack>
        )}
        <Note isLoose>{t('privacy')}</Note>
      </Stack>
    </Page>
  )
}

type CardProps = {
  readonly level: Kyc<KycEndpoint>
  readonly word: 'primary' | 'advanced'
  readonly to: string
  /** Whether the level can be started. */
  readonly isOpen: boolean
}

function LevelCard({ level: { standing, row }, word, to, isOpen }: CardProps) {
  const { t } = useTranslation('kyc')
  const ways = useWays()
  const reason = useReason()
  const shown = useNumbers()
  const most = useConfig(({ setting }) => setting?.withdraw_day_most?.[word === 'primary' ? 1 : 2])
  const status = row?.review_status ?? 'none'
  const isDone = standing === 'passed' || standing === 'underReview'
  return (
    <Stack as="li" gap={3} pad={4} ground="raised" round={3} isEdged>
      <Row gap={2} justify="between" wraps>
        <h2>{t(`levels.${word}.title`)}</h2>
        <span role="status">
          <StatusBadge status={status} />
        </span>
      </Row>
      <Box as="p" tone={2} isLoose>
        {t(`levels.${word}.needs`)}
      </Box>
      <Row as="p" gap={2} size={3}>
        <Icon name="check" size={16} tone="accent" /> {t(`levels.${word}.opens`)}
      </Row>
      {most !== undefined && (
        <Row as="p" gap={2} size={3}>
          <Icon name="check" size={16} tone="accent" />
          {t('dayMost', { sum: shown.money(most, baseCoin.name) })}
        </Row>
      )}
      {isOpen && standing !== 'passed' && <UsualWait level={word} />}
      {standing === 'rejected' && (
        <Box as="p" size={3} tone="warning">
          {reason(row?.reject_reason ?? null)}
        </Box>
      )}
      {isOpen ? (
        <Link
          to={ways.to(to)}
          lay="stack"
          items="center"
          align="center"
          tall={46}
          round={2}
          weight="bold"
          ground={isDone ? 'pressed' : 'fill'}
        >
          {t(isDone ? 'look' : standing === 'rejected' ? 'again' : 'start')}
        </Link>
      ) : (
        <Row as="p" gap={2} size={3} tone={2} isTouch>
          <Icon name="lock" size={16} /> {t('primaryFirst')}
        </Row>
      )}
    </Stack>
  )
}
