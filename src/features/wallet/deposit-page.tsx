import { useUser } from '#src/actors/use-session.ts'
import { go } from '#src/lib/hash-location.ts'
import { assetsPaths } from '#src/lib/paths/assets.ts'
import { depositPaths } from '#src/lib/paths/deposit.ts'
import { Link } from '#src/parts/link.tsx'
import { Stack } from '#src/ui/box.tsx'
import { IconButton } from '#src/ui/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Page } from '#src/ui/page.tsx'
import { useTranslation } from 'react-i18next'
import { CoinRows } from './coin-rows.tsx'
import { recentCoins, rememberCoin } from './recent-coins.ts'
import { useCoins } from './use-coins.ts'
import styles from './wallet.module.css'

/** What can be deposited, and the ways that need no coin. */
export function DepositPage() {
  const { t } = useTranslation('wallet')
  const coins = useCoins()
  const user = useUser()?.id ?? 0
  return (
    <Page
      title={t('titles.deposit')}
      onRefresh={coins.refresh}
      actions={
        <IconButton icon="history" label={t('records')} onClick={() => go(assetsPaths.recordsShowing('deposits'))} />
      }
    >
      <div className={styles.page}>
        <Stack as="nav" columns={2} gap={2} aria-label={t('deposit.ways')}>
          <Link to={depositPaths.chargeBank} className={styles.way}>
            <Icon name="assets" />
            {t('titles.depositBank')}
          </Link>
          <Link to={depositPaths.depositMobile} className={styles.way}>
            <Icon name="flame" />
            {t('titles.depositFast')}
          </Link>
        </Stack>
        <CoinRows
          coins={coins}
          toOf={({ id }) => depositPaths.chargeOf(id)}
          closedText={t('deposit.closed')}
          recent={recentCoins(user)}
          onChoose={({ name }) => rememberCoin(user, name)}
        />
      </div>
    </Page>
  )
}
