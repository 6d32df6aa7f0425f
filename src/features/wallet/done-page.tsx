import type { Failure } from '#contract/wire/reply.ts'
import type { MoneyStatus } from '#contract/wire/decision.ts'
import { baseCoin } from '#contract/wire/limits.ts'
import type { MoneyCaseStanding } from '#machines/wallet/money-case.ts'
import { depositCaseLogic, withdrawCaseLogic } from './money-case.actors.ts'
import { useServices } from '#src/actors/services.tsx'
import { go, useQuery } from '#src/lib/hash-location.ts'
import { assetsPaths } from '#src/lib/paths/assets.ts'
import { depositPaths } from '#src/lib/paths/deposit.ts'
import { homePaths } from '#src/lib/paths/home.ts'
import { AddressGroups } from '#src/parts/address-groups.tsx'
import { AskedNote } from '#src/parts/asked-note.tsx'
import { ReadFailed } from '#src/parts/read-failed.tsx'
import { useRemark } from '#src/parts/money/use-remark.ts'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { useConfig } from '#src/stores/config.ts'
import { Box, Note, Stack } from '#src/ui/box.tsx'
import { Button } from '#src/ui/button.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { Icon, type IconName } from '#src/ui/icon.tsx'
import { Page } from '#src/ui/page.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { moneyCaseStandingOf } from '#machines/wallet/money-case.ts'
import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Facts, type Fact } from '#src/ui/facts.tsx'

/** What became of a bank deposit: it follows the decision of the desk. */
export function DepositDonePage() {
  const { t } = useTranslation(['wallet', 'money'])
  const services = useServices()
  const shown = useNumbers()
  const id = useFirstId()
  const actor = useActorRef(
    useMemo(() => depositCaseLogic(services), [services]),
    { input: { id } },
  )
  const { row, failure } = useSelector(actor, ({ context }) => context)
  const standing = useSelector(actor, moneyCaseStandingOf)
  const coins = (text: string) => shown.money(text, row?.name ?? baseCoin.name)
  return (
    <Done
      id={id}
      title={t('titles.depositDone')}
      records="deposits"
      again={depositPaths.chargeBank}
      standing={standing}
      failure={failure}
      retry={() => actor.send({ type: 'retry' })}
      sum={row === null ? '' : row.fiat === null ? coins(row.amount) : shown.money(row.fiat_amount ?? '0', row.fiat)}
      next={
        row === null
          ? ''
          : t(`done.deposit.${row.status}`, { amount: coins(row.status === 'passed' ? row.daozhang_num : row.amount) })
      }
      remark={row?.remark ?? null}
      lines={
        row === null
          ? []
          : [
              ...(row.status === 'rejected'
                ? []
                : [
                    {
                      name: t(row.status === 'passed' ? 'money:credited' : 'receive'),
                      value: coins(row.status === 'passed' ? row.daozhang_num : row.amount),
                      isStrong: true,
                    },
                  ]),
              {
                name: t('money:sender'),
                value: [row.user_account, row.bank_name, row.bank_account].filter(Boolean).join(' · '),
              },
              { name: t('money:time'), value: shown.time(row.created_at) },
              { name: t('money:number'), value: String(row.id) },
            ]
      }
    />
  )
}

/** What became of a withdrawal, to an address or to a bank. */
export function WithdrawDonePage() {
  const { t } = useTranslation(['wallet', 'money', 'ui'])
  const services = useServices()
  const shown = useNumbers()
  const hours = useConfig(({ setting }) => setting?.withdraw_credited_hours) ?? 12
  const id = useFirstId()
  const actor = useActorRef(
    useMemo(() => withdrawCaseLogic(services), [services]),
    { input: { id } },
  )
  const { row, failure } = useSelector(actor, ({ context }) => context)
  const standing = useSelector(actor, moneyCaseStandingOf)
  const coins = (text: string) => shown.money(text, row?.name ?? '')
  return (
    <Done
      id={id}
      title={t('titles.withdrawDone')}
      records="withdrawals"
      standing={standing}
      failure={failure}
      retry={() => actor.send({ type: 'retry' })}
      sum={row === null ? '' : coins(row.number)}
      next={row === null ? '' : t(`done.withdraw.${row.status}`, { amount: coins(row.number), hours })}
      remark={row?.remark ?? null}
      lines={
        row === null
          ? []
          : [
              {
                name: t('withdraw.to'),
                value: row.is_bank ? (
                  `${t(`ui:payee.ways.${row.way ?? 'bank'}`)} ${row.address}`
                ) : (
                  <AddressGroups address={row.address} />
                ),
              },
              ...(row.netType === null ? [] : [{ name: t('network'), value: row.netType }]),
              ...(row.status === 'rejected'
                ? [{ name: t('money:returned'), value: coins(row.number), isStrong: true }]
                : [
                    { name: t('fee'), value: coins(row.rate) },
                    {
                      name: t(row.status === 'passed' ? 'money:receipt' : 'money:toReceive'),
                      value: row.fiat === null ? coins(row.real_number) : shown.money(row.fiat_amount ?? '0', row.fiat),
                      isStrong: true,
                    },
                  ]),
              ...(row.txid === null ? [] : [{ name: t('money:txid'), value: <AddressGroups address={row.txid} /> }]),
              { name: t('money:time'), value: shown.time(row.create_time) },
            ]
      }
    />
  )
}

/**
 * The number in the address when the page was opened: while one is leaving, the address is already that of the next
 * page.
 */
const useFirstId = () => {
  const { id = '' } = useQuery()
  return useState(id)[0]
}

type Props = {
  readonly id: string
  readonly title: string
  readonly records: 'deposits' | 'withdrawals'
  /** Where a rejected one is asked for anew. */
  readonly again?: string
  readonly standing: MoneyCaseStanding
  readonly failure: Failure | null
  readonly retry: () => void
  readonly sum: string
  readonly next: string
  readonly remark: string | null
  readonly lines: readonly Fact[]
}
const tones = { processing: 'warning', passed: 'done', rejected: 'danger' } as const satisfies Record<
  MoneyStatus,
  string
>
const icons = { processing: 'clock', passed: 'check', rejected: 'warning' } as const satisfies Record<
  MoneyStatus,
  IconName
>

function Done({ id, title, records, again, standing, failure, retry, sum, next, remark, lines }: Props) {
  const { t } = useTranslation(['wallet', 'money'])
  const said = useRemark()(remark)
  const toRecords = assetsPaths.recordsShowing(records)
  const isLost = id === '' || standing === 'absent'
  // Opened without one, or with one that is too old to stand here: the records have them all.
  useEffect(() => {
    if (isLost) go(toRecords, { replace: true })
  }, [isLost, toRecords])
  const isKnown = standing !== 'loading' && standing !== 'failed' && standing !== 'absent'
  return (
    <Page
      title={title}
      footer={
        <Box gap={2} isFull fits={150} lay="stack">
          <Button kind="quiet" size="l" isWide onClick={() => go(toRecords, { replace: true })}>
            {t('records')}
          </Button>
          {again !== undefined && standing === 'rejected' ? (
            <Button size="l" isWide onClick={() => go(again, { replace: true })}>
              {t('money:again')}
            </Button>
          ) : (
            <Button size="l" isWide onClick={() => go(homePaths.home, { replace: true })}>
              {t('done.home')}
            </Button>
          )}
        </Box>
      }
    >
      <Stack gap={4} topPad={2} endPad={8}>
        {standing === 'loading' && <Skeleton lines={5} height={64} />}
        {standing === 'failed' && <ReadFailed failure={failure} onRetry={retry} />}
        {isLost && <Empty text={t('done.toRecords')} icon="history" />}
        {isKnown && (
          <>
            <Stack
              as="section"
              gap={2}
              items="center"
              ground="raised"
              round={3}
              blockPad={5}
              sidePad={4}
              text="center"
              breaks
              aria-live="polite"
            >
              <Box as="span" tone={tones[standing]}>
                <Icon name={icons[standing]} size={40} />
              </Box>
              <Box as="b" size={6}>
                {sum}
              </Box>
              <Box as="span" size={2} tone={tones[standing]}>
                {t(`money:statuses.${standing}`)}
              </Box>
              <Note isLoose>{next}</Note>
              {said !== null && <p>{said}</p>}
            </Stack>
            {standing === 'processing' && <AskedNote kind={records === 'deposits' ? 'deposit' : 'withdraw'} id={id} />}
            <Facts facts={lines} />
          </>
        )}
      </Stack>
    </Page>
  )
}
