import { assets } from '#contract/assets/assets.ts'
import { useServices } from '#src/actors/services.tsx'
import { go } from '#src/lib/hash-location.ts'
import { assetsPaths } from '#src/lib/paths/assets.ts'
import { ListPage } from '#src/parts/paged.tsx'
import { Button } from '#src/ui/button.tsx'
import { useTranslation } from 'react-i18next'
import { LogHeads, LogRow } from './log-row.tsx'

/** Transfers between own accounts, newest first; each has two lines, one per account. */
export function TransferRecordPage() {
  const { t } = useTranslation('assets')
  const { request } = useServices()
  return (
    <ListPage
      title={t('move.recordsTitle')}
      isWide
      read={(asked) => request.read(assets.transfers, asked)}
      keyOf={({ id }) => id}
      render={(log) => <LogRow log={log} />}
      isRuled
      head={<LogHeads />}
      empty={{
        text: t('move.noRecords'),
        icon: 'transfer',
        action: (
          <Button kind="quiet" onClick={() => go(assetsPaths.transfer, { replace: true })}>
            {t('move.submit')}
          </Button>
        ),
      }}
    />
  )
}
