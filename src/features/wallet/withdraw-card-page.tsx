import { payWays, type PayWay } from '#contract/wallet/bank.ts'
import { storeDraft, useDraft } from '#src/lib/draft.ts'
import { go, goBack, useQuery } from '#src/lib/hash-location.ts'
import { withdrawPaths } from '#src/lib/paths/withdraw.ts'
import { Unread } from '#src/parts/loaded.tsx'
import { payeePath } from '#src/parts/form/payee-path.ts'
import { useMethods } from '#src/parts/form/use-methods.ts'
import { Box } from '#src/ui/box.tsx'
import { Button } from '#src/ui/button.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Page } from '#src/ui/page.tsx'
import { useTranslation } from 'react-i18next'
import { methodLine, methodIcons } from './methods.ts'
import { bankDraft } from './bank-draft.ts'
import styles from './wallet.module.css'

/** To which of the bound methods a bank withdrawal is paid. */
export function WithdrawCardPage() {
  const { t } = useTranslation(['wallet', 'ui'])
  const { value, ...read } = useMethods()
  const { backpage } = useQuery()
  const { texts } = useDraft(bankDraft.name, bankDraft.first, ['code'])
  /** The form keeps what was typed in it; only the way changes. */
  const choose = (way: PayWay) => {
    const { fiat, amount } = texts
    storeDraft(bankDraft.name, { way, fiat, amount })
    if (backpage === undefined) go(withdrawPaths.withdrawBank, { replace: true })
    else goBack()
  }
  const add = (
    <Button kind="quiet" icon="plus" isWide onClick={() => go(payeePath(payWays))}>
      {t('bank.add')}
    </Button>
  )
  return (
    <Page title={t('titles.withdrawCard')} onRefresh={read.refresh}>
      <div className={styles.page}>
        {value === null && <Unread read={read} lines={3} height={60} />}
        {value?.ways.length === 0 && (
          <Empty text={t('bank.noMethod')} icon="wallet">
            {add}
          </Empty>
        )}
        {value !== null && value.ways.length > 0 && (
          <>
            <Box as="ul" ground="raised" round={3} clips className={styles.rows}>
              {value.ways.map((way) => (
                <li key={way}>
                  <button
                    type="button"
                    className={styles.row}
                    aria-current={way === texts.way || undefined}
                    onClick={() => choose(way)}
                  >
                    <Icon name={methodIcons[way]} />
                    <span>
                      <b>{t(`ui:payee.ways.${way}`)}</b>
                      <small>{methodLine(value, way)}</small>
                    </span>
                    {way === texts.way ? <Icon name="check" /> : <Icon name="chevron-right" size={16} />}
                  </button>
                </li>
              ))}
            </Box>
            {add}
          </>
        )}
      </div>
    </Page>
  )
}
