import { Unread } from '#src/parts/loaded.tsx'
import { Box } from '#src/ui/box.tsx'
import { desk } from '#contract/desk/desk.ts'
import type { DeskMarket } from '#contract/desk/desk-tools.ts'
import { symbolOf } from '#contract/market/market.ts'
import { useRead } from '#src/actors/use-read.ts'
import { useServices } from '#src/actors/services.tsx'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Badge } from '#src/ui/badge.tsx'
import { Button } from '#src/ui/button.tsx'
import { useTranslation } from 'react-i18next'
import { haltTakesTwo } from '#contract/desk/desk-risk.ts'
import { Change, Waits } from './changes.tsx'
import { useAct, useWish, type Ends } from './acts.ts'
import { AskSheet } from './ask-sheet.tsx'
import { Table } from './table.tsx'
import { DeskPart } from './desk-part.tsx'

/** `market` is null for all of them at once. */
type Wish = { readonly market: string | null; readonly halt: boolean }

/** Which markets take orders; each can be halted and resumed, and all at once. */
export function MarketsSection() {
  const { t } = useTranslation('desk')
  const format = useNumbers()
  const { request } = useServices()
  const read = useRead('markets', (signal) => request.read(desk.markets, {}, { signal }))
  const { wish, setWish, ends } = useWish<Wish>(read.refresh)
  if (read.value === null)
    return (
      <DeskPart>
        <Unread read={read} lines={6} height={44} />
      </DeskPart>
    )
  const { all_halted, all_waits, list } = read.value
  return (
    <DeskPart as="section">
      {all_halted && (
        <Banner kind="danger" icon="warning">
          {t('allHalted')}
        </Banner>
      )}
      <Box lay="row" gap={2} wraps>
        <Button kind={all_halted ? 'primary' : 'danger'} onClick={() => setWish({ market: null, halt: !all_halted })}>
          {t(all_halted ? 'resumeAll' : 'haltAll')}
        </Button>
        <Waits id={all_waits} />
      </Box>
      <Table
        rows={list}
        keyOf={({ market }) => market}
        columns={[
          { head: t('market'), cell: ({ market }) => symbolOf(market) },
          { head: t('last'), as: 'number', cell: ({ last }) => format.exact(last) },
          { head: t('state'), cell: (market) => <MarketState market={market} /> },
          {
            head: t('change'),
            as: 'end',
            cell: ({ market, is_open, is_halted }) =>
              is_open && (
                <Button kind="quiet" size="s" onClick={() => setWish({ market, halt: !is_halted })}>
                  {t(is_halted ? 'resume' : 'halt')}
                </Button>
              ),
          },
        ]}
      />
      {wish !== null && <HaltSheet wish={wish} {...ends} />}
    </DeskPart>
  )
}

function MarketState({ market: { is_open, is_halted, is_stale, waits } }: { readonly market: DeskMarket }) {
  const { t } = useTranslation('desk')
  return (
    <>
      <Badge tone={is_halted || !is_open ? 'danger' : is_stale ? 'warning' : 'accent'}>
        {t(`marketStates.${!is_open ? 'closed' : is_halted ? 'halted' : is_stale ? 'stale' : 'open'}`)}
      </Badge>{' '}
      <Waits id={waits} />
    </>
  )
}

function HaltSheet({ wish: { market, halt }, onClose, onDone }: Ends & { readonly wish: Wish }) {
  const { t } = useTranslation('desk')
  const takesTwo = haltTakesTwo(!halt, halt)
  const submit = useAct(desk.halt, onDone, () => (takesTwo ? 'desk:proposed' : 'desk:saved'))
  const name = market === null ? t('allMarkets') : symbolOf(market)
  return (
    <AskSheet
      title={t(halt ? 'haltTitle' : 'resumeTitle', { market: name })}
      confirm={t(halt ? 'halt' : 'resume')}
      kind={halt ? 'danger' : 'primary'}
      submit={submit}
      takesTwo={takesTwo}
      onClose={onClose}
      onSend={(reason) => submit.send({ ...(market !== null && { market }), halt, reason })}
    >
      <p>{t(halt ? 'haltText' : 'resumeText')}</p>
      <Change name="halted" before={!halt} after={halt} />
    </AskSheet>
  )
}
