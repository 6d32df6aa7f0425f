import { withdraw, type Address, type WithdrawInfo } from '#contract/withdraw.ts'
import { useRead } from '#src/actors/use-read.ts'
import { useServices } from '#src/actors/services.tsx'
import { go, herePath, useQuery } from '#src/lib/hash-location.ts'
import { accountPaths } from '#src/lib/paths/account.ts'
import { assetsPaths } from '#src/lib/paths/assets.ts'
import { withdrawPaths } from '#src/lib/paths/withdraw.ts'
import { ReadFailed } from '#src/parts/read-failed.tsx'
import { KycPrompt, useKycGate, type KycGate } from '#src/parts/form/kyc-prompt.tsx'
import { LockBanner } from '#src/parts/lock-banner.tsx'
import { Button, IconButton } from '#src/ui/button.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { Page } from '#src/ui/page.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { useTranslation } from 'react-i18next'
import { openNetworks, useCoins, type OwnCoin } from './use-coins.ts'
import { useMissing } from './use-missing.ts'
import { WithdrawForm } from './withdraw-form.tsx'
import styles from './wallet.module.css'

/** A withdrawal of one coin to an address of the book. */
export function WithdrawCoinPage() {
  const { t } = useTranslation('wallet')
  const { currency = '' } = useQuery()
  const { request } = useServices()
  const coins = useCoins()
  const coin = coins.value?.left.find(({ id }) => String(id) === currency)
  const id = coin?.id ?? null
  const info = useRead<WithdrawInfo | null>(`withdraw.${currency}.${id}`, async (signal) =>
    id === null ? { ok: true, value: null } : request.read(withdraw.info, { currency: id }, { signal }),
  )
  const book = useRead<readonly Address[] | null>(`addresses.${currency}.${id}`, async (signal) =>
    id === null ? { ok: true, value: null } : request.read(withdraw.addresses, { currency: id }, { signal }),
  )
  const failure = coins.failure ?? info.failure ?? book.failure
  const refresh = () => Promise.all([coins.refresh(), info.refresh(), book.refresh()])
  const isClosed = coins.value !== null && (coin === undefined || openNetworks(coin).length === 0)
  const isReady = coin !== undefined && info.value !== null && book.value !== null
  return (
    <Page
      title={coin === undefined ? t('titles.withdraw') : t('withdraw.titleOf', { coin: coin.name })}
      onRefresh={refresh}
      actions={
        <IconButton icon="history" label={t('records')} onClick={() => go(assetsPaths.recordsShowing('withdrawals'))} />
      }
    >
      <div className={styles.page}>
        <LockBanner stops="withdraw" usesPin />
        {isClosed && (
          <Empty text={t('withdraw.closed')} icon="withdraw">
            <Button kind="quiet" onClick={() => go(withdrawPaths.withdraw, { replace: true })}>
              {t('withdraw.others')}
            </Button>
          </Empty>
        )}
        {!isClosed &&
          !isReady &&
          (failure === null ? (
            <Skeleton lines={5} height={64} />
          ) : (
            <ReadFailed failure={failure} onRetry={() => void refresh()} />
          ))}
        {!isClosed && coin !== undefined && info.value !== null && book.value !== null && (
          <Ready coin={coin} info={info.value} book={book.value} onDone={refresh} />
        )}
      </div>
    </Page>
  )
}

type ReadyProps = {
  readonly coin: OwnCoin
  readonly info: WithdrawInfo
  readonly book: readonly Address[]
  readonly onDone: () => Promise<unknown>
}
function Ready({ coin, info, book, onDone }: ReadyProps) {
  const kyc = useKycGate('withdraw')
  return (
    <>
      <Tasks coin={coin} hasAddress={book.length > 0} gate={kyc} />
      {book.length > 0 && <WithdrawForm coin={coin} info={info} book={book} kyc={kyc} onDone={onDone} />}
      <KycPrompt {...kyc.prompt} />
    </>
  )
}

/** What is still missing before a withdrawal, all of it at once. */
function Tasks({
  coin,
  hasAddress,
  gate,
}: {
  readonly coin: OwnCoin
  readonly hasAddress: boolean
  readonly gate: KycGate
}) {
  const { t } = useTranslation('wallet')
  const missing = useMissing({ hasAddress, needsKyc: true })
  const ways = {
    verify: null,
    address: withdrawPaths.createFor(coin.id, herePath()),
    pin: accountPaths.changePayPassword,
  }
  // A lock is told by its banner: there is nothing to do but wait.
  const tasks = missing.flatMap((word) => (word === 'lock' ? [] : [{ word, to: ways[word] }]))
  if (tasks.length === 0) return null
  return (
    <ul className={styles.tasks} aria-label={t('withdraw.first')}>
      {tasks.map(({ word, to }) => (
        <li key={word} className={styles.task}>
          <span>{t(`withdraw.tasks.${word}`)}</span>
          <Button size="s" kind="quiet" onClick={() => (to === null ? gate.pass(() => undefined) : go(to))}>
            {t(`withdraw.do.${word}`)}
          </Button>
        </li>
      ))}
    </ul>
  )
}
