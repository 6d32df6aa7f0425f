import { assetsPaths } from '#src/lib/paths/assets.ts'
import { depositPaths } from '#src/lib/paths/deposit.ts'
import { go } from '#src/lib/hash-location.ts'
import { ReadFailed } from '#src/parts/read-failed.tsx'
import { Button, IconButton } from '#src/ui/button.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { Page } from '#src/ui/page.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { useTranslation } from 'react-i18next'
import { TransferForm } from './transfer-form.tsx'
import styles from './transfer-page.module.css'
import { useTransferCoins } from './use-transfer.ts'

/** Transfers between the user's own accounts: immediate and free of charge. */
export function TransferPage() {
  const { t } = useTranslation('assets')
  const { value, failure, isBusy, refresh } = useTransferCoins()
  return (
    <Page
      title={t('move.title')}
      onRefresh={refresh}
      actions={<IconButton icon="history" label={t('move.records')} onClick={() => go(assetsPaths.transferRecords)} />}
    >
      <div className={styles.page}>
        {value === null &&
          (failure === null ? (
            <Skeleton lines={5} height={64} />
          ) : (
            <ReadFailed failure={failure} isBusy={isBusy} onRetry={() => void refresh()} />
          ))}
        {value !== null && value.length > 0 && <TransferForm coins={value} />}
        {value?.length === 0 && (
          <Empty text={t('move.noCoins')} icon="wallet">
            <Button kind="quiet" onClick={() => go(depositPaths.deposit)}>
              {t('move.deposit')}
            </Button>
          </Empty>
        )}
      </div>
    </Page>
  )
}
