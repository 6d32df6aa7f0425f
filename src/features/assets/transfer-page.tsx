import { assets } from '#contract/assets/assets.ts'
import { assetsPaths } from '#src/lib/paths/assets.ts'
import { depositPaths } from '#src/lib/paths/deposit.ts'
import { go } from '#src/lib/hash-location.ts'
import { Button, IconButton } from '#src/ui/button.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { Page } from '#src/ui/page.tsx'
import { useTranslation } from 'react-i18next'
import { useCall } from '#src/actors/use-call.ts'
import { Loaded } from '#src/parts/loaded.tsx'
import { TransferForm } from './transfer-form.tsx'
import styles from './transfer-page.module.css'

/** Transfers between the user's own accounts: immediate and free of charge. */
export function TransferPage() {
  const { t } = useTranslation('assets')
  const coins = useCall(assets.transferCoins, {})
  return (
    <Page
      title={t('move.title')}
      onRefresh={coins.refresh}
      actions={<IconButton icon="history" label={t('move.records')} onClick={() => go(assetsPaths.transferRecords)} />}
    >
      <div className={styles.page}>
        <Loaded read={coins} lines={5} height={64}>
          {(value) =>
            value.length > 0 ? (
              <TransferForm coins={value} />
            ) : (
              <Empty text={t('move.noCoins')} icon="wallet">
                <Button kind="quiet" onClick={() => go(depositPaths.deposit)}>
                  {t('move.deposit')}
                </Button>
              </Empty>
            )
          }
        </Loaded>
      </div>
    </Page>
  )
}
