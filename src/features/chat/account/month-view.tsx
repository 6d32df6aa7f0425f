import { Box, Press, Row, Stack } from '#src/ui/box.tsx'
import { baseCoin } from '#contract/wire/limits.ts'
import { chatAccount, type AccountRecord, type RecordType } from '#contract/chat/chat-account.ts'
import { useServices } from '#src/actors/services.tsx'
import { usePager } from '#src/actors/use-pager.ts'
import { tagOf } from '#src/lib/format.ts'
import { PagedList } from '#src/parts/paged-list.tsx'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { IconButton } from '#src/ui/button.tsx'
import { Money } from '#src/ui/money.tsx'
import { Select } from '#src/ui/select.tsx'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './account.module.css'
import { recordTypes, signedOf, useRecordTitle } from './record-words.ts'

/** Months are those of UTC, as the venue adds them up. */
const monthOf = (atMs: number) => new Date(atMs).toISOString().slice(0, 7)
const moved = (month: string, by: number) => {
  const [year = 0, at = 1] = month.split('-').map(Number)
  return monthOf(Date.UTC(year, at - 1 + by, 1))
}
const firstMonth = '2020-01'
const size = 20

type Kind = RecordType | 'all'
type Props = {
  /** Changes when the records may have. */ readonly about: string
  readonly onOpen: (record: AccountRecord) => void
}

/** One month of the account with its totals, by kind. */
export function MonthView({ about, onOpen }: Props) {
  const { t, i18n } = useTranslation('chat')
  const { serverNow } = useServices()
  const now = monthOf(serverNow() || Date.now())
  const [month, setMonth] = useState(now)
  const [kind, setKind] = useState<Kind>('all')
  const [year = 0, at = 1] = month.split('-').map(Number)
  const name = new Intl.DateTimeFormat(tagOf(i18n.language), {
    year: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  }).format(Date.UTC(year, at - 1, 1))
  return (
    <section aria-label={t('account.records')}>
      <Row gap={2} justify="between" wraps>
        <Row className={styles.month}>
          <IconButton
            icon="chevron-left"
            label={t('account.before')}
            disabled={month <= firstMonth}
            onClick={() => setMonth(moved(month, -1))}
          />
          <b aria-live="polite">{name}</b>
          <IconButton
            icon="chevron-right"
            label={t('account.after')}
            disabled={month >= now}
            onClick={() => setMonth(moved(month, 1))}
          />
        </Row>
        <Select
          isBare
          label={t('account.kind')}
          value={kind}
          onChange={setKind}
          options={[
            { value: 'all', label: t('account.all') },
            ...recordTypes.map((type) => ({ value: type, label: t(`account.types.${type}`) })),
          ]}
        />
      </Row>
      <Records key={`${month}|${kind}`} month={month} kind={kind} about={about} onOpen={onOpen} />
    </section>
  )
}

type Totals = { readonly inputAmount: string; readonly outputAmount: string }
function Records({ month, kind, about, onOpen }: Props & { readonly month: string; readonly kind: Kind }) {
  const { t } = useTranslation('chat')
  const { request } = useServices()
  const [totals, setTotals] = useState<Totals | null>(null)
  const pager = usePager<AccountRecord>(
    async (pageNum) => {
      const reply = await request.read(chatAccount.records, {
        timeDuring: month,
        ...(kind !== 'all' && { tradeType: kind }),
        pageNum,
        pageSize: size,
      })
      if (!reply.ok) return reply
      setTotals(reply.value.monthAccountInfo)
      return { ok: true, value: reply.value.recordList }
    },
    { size },
  )
  const held = useRef(about)
  const refresh = useRef(pager.refresh)
  useEffect(() => {
    refresh.current = pager.refresh
  })
  useEffect(() => {
    if (held.current !== about) refresh.current()
    held.current = about
  }, [about])
  return (
    <>
      <TotalsView totals={totals} />
      <PagedList
        pager={pager}
        keyOf={({ id }) => id}
        emptyText={t('account.none')}
        emptyIcon="wallet"
        render={(record) => <RecordLine record={record} onOpen={onOpen} />}
      />
    </>
  )
}

function TotalsView({ totals }: { readonly totals: Totals | null }) {
  const { t } = useTranslation('chat')
  return (
    <Stack as="dl" gap={3} columns={2} className={styles.totals}>
      <div>
        <dt>{t('account.in')}</dt>
        <dd>
          <Money text={totals?.inputAmount ?? null} unit={baseCoin.name} isBare />
        </dd>
      </div>
      <div>
        <dt>{t('account.out')}</dt>
        <dd>
          <Money kind="cost" text={totals?.outputAmount ?? null} unit={baseCoin.name} isBare />
        </dd>
      </div>
    </Stack>
  )
}

type LineProps = Pick<Props, 'onOpen'> & { readonly record: AccountRecord }
function RecordLine({ record, onOpen }: LineProps) {
  const { t } = useTranslation('chat')
  const { time } = useNumbers()
  const titleOf = useRecordTitle()
  const { source, createTime, remark, tradeDirection } = record
  return (
    <Press
      lay="row"
      gap={4}
      blockPad={3}
      align="baseline"
      justify="between"
      line="bottom"
      text="start"
      isFull
      className={styles.row}
      onClick={() => onOpen(record)}
    >
      <Stack as="span" gap="hair" shrinks breaks>
        <Row as="span" gap={2} wraps>
          <b dir="auto">{titleOf(record)}</b>
          {source === 'own' && (
            <Box as="span" ground="well" round={1} size={2} tone={2} className={styles.tag}>
              {t('account.note')}
            </Box>
          )}
        </Row>
        <small>{time(createTime)}</small>
        {remark !== null && remark !== '' && <small dir="auto">{remark}</small>}
      </Stack>
      <Box
        as="span"
        text="end"
        keeps
        breaks
        tone={source === 'own' ? undefined : tradeDirection === 'in' ? 'rise' : 'fall'}
        className={styles.much}
      >
        <Money kind="gain" text={signedOf(record)} unit={baseCoin.name} isBare />
      </Box>
    </Press>
  )
}
