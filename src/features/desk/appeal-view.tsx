import type { AppealFile, AppealParty } from '#contract/desk/desk-cases.ts'
import type { OtcRole } from '#contract/otc/otc-steps.ts'
import { hereWith, go } from '#src/lib/hash-location.ts'
import { Box, Note, Stack } from '#src/ui/box.tsx'
import { useTranslation } from 'react-i18next'
import { PickRow, RowLine } from './pick-row.tsx'
import styles from './desk.module.css'
import { Said } from './said.tsx'
import { Pictures } from './pictures.tsx'
import { useShown } from './use-shown.ts'

/** A disputed order: both sides beside each other, what was agreed, what happened, and what was ruled in like cases. */
export function AppealView({ file }: { readonly file: AppealFile }) {
  const { t } = useTranslation('desk')
  const shown = useShown()
  const terms: readonly (readonly [string, string])[] = [
    [t('appeal.total'), shown.money(file.total_amount, file.fiat)],
    [t('appeal.number'), shown.money(file.number, file.currency_name)],
    [t('appeal.price'), shown.money(file.unit_price, file.fiat)],
    [t('appeal.fee'), `${shown.cost(file.fee, file.currency_name)} · ${t(`appeal.roles.${file.fee_payer}`)}`],
    [t('appeal.way'), t(`appeal.ways.${file.way}`)],
    [t('appeal.no'), file.order_no],
  ]
  return (
    <>
      <Stack fits={260} gap={4}>
        <Party side="buyer" party={file.buyer} file={file} />
        <Party side="seller" party={file.seller} file={file} />
      </Stack>
      <dl className={styles.terms}>
        {terms.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Payee payee={file.payee} />
      <Happened file={file} />
      <Talk file={file} />
      <section>
        <h3>{t('appeal.rules')}</h3>
        <Stack as="ul" gap={1} tone={2} className={styles.bullets}>
          {(['name', 'amount', 'screenshot', 'time', 'both'] as const).map((word) => (
            <li key={word}>{t(`appeal.reminders.${word}`)}</li>
          ))}
        </Stack>
      </section>
      <Like file={file} />
    </>
  )
}

/** One side: who, with what record, and all that this side has said and shown. */
function Party({
  side,
  party,
  file,
}: {
  readonly side: OtcRole
  readonly party: AppealParty
  readonly file: AppealFile
}) {
  const { t } = useTranslation('desk')
  const shown = useShown()
  const said = file.appeals.filter(({ by }) => by === side)
  return (
    <Stack as="section" gap={2} pad={3} ground="raised" round={2} isTop isEdged aria-label={t(`appeal.roles.${side}`)}>
      <h3>{t(`appeal.roles.${side}`)}</h3>
      <p>
        <b>{party.real_name}</b>
      </p>
      <Note
        breaks
      >{`${party.id} · ${party.nickname} · ${party.account}${party.is_bot ? ` · ${t('appeal.bot')}` : ''}`}</Note>
      <Note breaks>
        {t('appeal.record', { done: party.done_count, rate: party.finish_rate, won: party.won, lost: party.lost })}
      </Note>
      {side === 'buyer' && <Pictures photos={photosOf(t('appeal.vouchers'), file.payment_vouchers)} />}
      {said.length === 0 && <Note breaks>{t('appeal.silent')}</Note>}
      {said.map(({ kind, problem, vouchers, at_ms }) => (
        <Stack key={at_ms} as="article" gap={1} line="top" breaks topPad={2} isPre>
          <Note breaks>{`${t(kind === 'reply' ? 'appeal.statement' : 'appeal.opened')} · ${shown.time(at_ms)}`}</Note>
          <p>{problem}</p>
          <Pictures photos={photosOf(t('appeal.evidence'), vouchers)} />
        </Stack>
      ))}
    </Stack>
  )
}

const photosOf = (title: string, urls: readonly string[]) =>
  urls.map((url, at) => ({ url, name: `${title} ${at + 1}` }))

/** Where the money had to go, in full, to compare with the vouchers. */
function Payee({ payee }: Pick<AppealFile, 'payee'>) {
  const { t } = useTranslation('desk')
  const lines = [
    payee.real_name,
    payee.bank_name,
    payee.bank_branch,
    payee.bank_account,
    payee.swift_code,
    payee.alipay_account,
    payee.wechat_nickname,
    payee.wechat_account,
  ]
  return (
    <section>
      <h3>{t('appeal.payee')}</h3>
      <p>{lines.filter((line) => line !== null && line !== '').join(' · ')}</p>
    </section>
  )
}

function Happened({ file }: { readonly file: AppealFile }) {
  const { t } = useTranslation('desk')
  const shown = useShown()
  const parts = ({ to_buyer, to_seller }: { readonly to_buyer: string; readonly to_seller: string }) =>
    t('appeal.parts', { buyer: to_buyer, seller: to_seller, coin: file.currency_name })
  const lines = [
    { at: file.create_ms, text: t('appeal.created') },
    ...(file.paid_ms === null ? [] : [{ at: file.paid_ms, text: t('appeal.paid') }]),
    ...file.appeals.map(({ at_ms, by, kind }) => ({
      at: at_ms,
      text: `${t(`appeal.roles.${by}`)}: ${t(kind === 'reply' ? 'appeal.statement' : 'appeal.opened')}`,
    })),
    ...file.offers.map((offer) => ({
      at: offer.at_ms,
      text: `${t(`appeal.roles.${offer.by}`)}: ${t('appeal.offered')} ${parts(offer)}`,
    })),
    ...(file.split === null ? [] : [{ at: file.split.at_ms, text: `${t('appeal.agreed')} ${parts(file.split)}` }]),
    ...(file.ruling === null
      ? []
      : [{ at: file.ruling.at_ms, text: `${t(`decisions.to_${file.ruling.to}`)}: ${file.ruling.reason}` }]),
  ].toSorted((a, b) => a.at - b.at)
  return (
    <section>
      <h3>{t('appeal.happened')}</h3>
      {file.moved_ms > 0 && <Note breaks>{t('appeal.moved', { count: Math.round(file.moved_ms / 60_000) })}</Note>}
      <Box as="ol" isRuled>
        {lines.map(({ at, text }) => (
          <Box key={`${at}${text}`} as="li" lay="row" blockPad={2} align="baseline" wraps breaks className={styles.log}>
            <time>{shown.time(at)}</time>
            <span>{text}</span>
          </Box>
        ))}
      </Box>
    </section>
  )
}

/** What the two wrote to each other while the order was open. */
function Talk({ file: { talk, has_more_talk } }: { readonly file: AppealFile }) {
  const { t } = useTranslation('desk')
  const shown = useShown()
  return (
    <section>
      <h3>{t('appeal.talk')}</h3>
      {talk.length === 0 && <Note breaks>{t('appeal.noTalk')}</Note>}
      {has_more_talk && <Note breaks>{t('appeal.moreTalk', { count: talk.length })}</Note>}
      {talk.length > 0 && (
        <Stack as="ol" gap={2} aria-label={t('appeal.talk')}>
          {talk.map((message) => (
            <Said key={message.n} message={message} at={shown.time(message.createMs)} />
          ))}
        </Stack>
      )}
    </section>
  )
}

/** What was ruled when the same side appealed; nothing is bound by it. */
function Like({ file: { like } }: { readonly file: AppealFile }) {
  const { t } = useTranslation('desk')
  const shown = useShown()
  return (
    <section>
      <h3>{t('appeal.like')}</h3>
      {like.length === 0 ? (
        <Note breaks>{t('appeal.noLike')}</Note>
      ) : (
        <Box as="ul" isRuled>
          {like.map(({ case_id, order_no, way, fiat, total_amount, ruling }) => (
            <li key={case_id}>
              <PickRow onPick={() => go(hereWith('case', case_id))}>
                <RowLine>
                  <b>{t(`decisions.to_${ruling.to}`)}</b>
                  <Box as="span" size={2} tone={2} className={styles.age}>
                    {shown.time(ruling.at_ms)}
                  </Box>
                </RowLine>
                <RowLine
                  isSmall
                >{`${order_no} · ${t(`appeal.ways.${way}`)} · ${shown.money(total_amount, fiat)}`}</RowLine>
                <RowLine isSmall>{ruling.reason}</RowLine>
              </PickRow>
            </li>
          ))}
        </Box>
      )}
    </section>
  )
}
