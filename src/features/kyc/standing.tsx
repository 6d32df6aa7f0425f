import type { KycRow } from '#contract/kyc/kyc.ts'
import type { KycStatus } from '#contract/kyc/kyc-status.ts'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { Facts } from '#src/ui/facts.tsx'
import { Badge } from '#src/ui/badge.tsx'
import { Mark } from '#src/ui/mark.tsx'
import { Box, Card, Stack } from '#src/ui/box.tsx'
import { Icon, type IconName } from '#src/ui/icon.tsx'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { UsualWait } from './usual-wait.tsx'
import { regionName } from './regions.ts'

const icons: Readonly<Record<KycStatus, IconName>> = {
  none: 'shield',
  underReview: 'clock',
  passed: 'check',
  rejected: 'warning',
}

const tones = { none: 'quiet', underReview: 'warning', passed: 'accent', rejected: 'warning' } as const

/** The status as text, never by colour alone. */
export function StatusBadge({ status }: { readonly status: KycStatus }) {
  const { t } = useTranslation('kyc')
  return (
    <Badge tone={tones[status]}>
      <Icon name={icons[status]} size={14} />
      {t(`status.${status}`)}
    </Badge>
  )
}

/** The reason of a rejection: a known one, or the reviewer's own text. */
export function useReason() {
  const { t, i18n } = useTranslation('kyc')
  return (reason: string | null) => {
    if (reason === null) return t('reasons.other')
    return i18n.exists(`reasons.${reason}`, { ns: 'kyc' }) ? t(`reasons.${reason}`) : reason
  }
}

/** Submitted or decided: shows the status only. */
export function Standing({ row, children }: { readonly row: KycRow; readonly children?: ReactNode }) {
  const { t, i18n } = useTranslation('kyc')
  const shown = useNumbers()
  const status = row.review_status
  const facts = [
    ['name', row.name],
    ['country', row.country === null ? null : regionName(row.country, i18n.language)],
    ['document', row.card_type ? t(`documents.${row.card_type}`) : null],
    ['card', row.card_id],
    ['address', row.level === 'advanced' ? row.address : null],
    ['submitted', row.submitted_time === null ? null : shown.time(row.submitted_time)],
  ] as const
  return (
    <Stack as="section" gap={5} topPad={4} aria-label={t(`levels.${row.level}.title`)}>
      <Stack gap={2} items="center" text="center" role="status">
        <Mark size="l" icon={icons[status]} tone={status === 'passed' ? 'accent' : 'warning'} />
        <Box as="h2" size={5}>
          {t(`status.${status}`)}
        </Box>
        <Box as="p" tone={2} isLoose>
          {t(`statusText.${status}`)}
        </Box>
        {status === 'underReview' && <UsualWait level={row.level} />}
      </Stack>
      <Card sidePad={4} blockPad={1}>
        <Facts
          kind="ruled"
          facts={facts.flatMap(([word, value]) =>
            value === null || value === '' ? [] : [{ name: t(`fields.${word}`), value }],
          )}
        />
      </Card>
      {children}
    </Stack>
  )
}
