import { Unread } from '#src/parts/loaded.tsx'
import { Facts } from '#src/ui/facts.tsx'
import { Box, Note, Stack } from '#src/ui/box.tsx'
import { Money } from '#src/ui/money.tsx'
import { promotion, type InviteSummary } from '#contract/promotion/promotion.ts'
import { baseCoin } from '#contract/wire/limits.ts'
import { useRead } from '#src/actors/use-read.ts'
import { useServices } from '#src/actors/services.tsx'
import { useRefreshOn } from '#src/parts/money/use-refresh-on.ts'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { Page } from '#src/ui/page.tsx'
import { Tabs } from '#src/ui/tabs.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Poster } from './poster.tsx'
import { Invitations, Rebates } from './records.tsx'
import { Ranking } from './ranking.tsx'
import styles from './promotion.module.css'

type Show = 'ranking' | 'invited' | 'rebates'
/** The caller's invitations: code, link and poster, who came by them, and what their fees earn. */
export function PromotionPage() {
  const { t } = useTranslation('promotion')
  const { request } = useServices()
  const [show, setShow] = useState<Show>('ranking')
  const [turn, setTurn] = useState(0)
  const { value, ...read } = useRead('summary', (signal) => request.read(promotion.summary, {}, { signal }))
  useRefreshOn(['promotion.rebateEarned', 'account.changed'], () => void read.refresh())
  const again = async () => {
    setTurn((now) => now + 1)
    await read.refresh()
  }
  const tabs = (['ranking', 'invited', 'rebates'] as const).map((each) => ({ value: each, label: t(`tabs.${each}`) }))
  return (
    <Page
      title={t('titles.promotion')}
      onRefresh={again}
      isBroad
      actions={
        value !== null &&
        value.agent_level > 0 && (
          <Note as="span" blockPad={1} sidePad={3} ground="accent" round={1} tone="accent" nowrap>
            {t(`levels.${value.agent_level}`)}
          </Note>
        )
      }
    >
      <Stack gap={4} topPad={3} endPad={8} className={styles.page}>
        <Poster />
        <Stack gap={3}>
          {value === null && <Unread read={read} lines={3} height={72} />}
          {value !== null && <Earned summary={value} />}
          <Box as="section" ground="raised" round={3} topPad={2} sidePad={3} endPad={3} isEdged>
            <Tabs label={t('titles.promotion')} tabs={tabs} value={show} onChange={setShow} isWide>
              <Stack key={`${show}${turn}`} gap={2} topPad={3}>
                {show === 'ranking' && <Ranking />}
                {show === 'invited' && <Invitations />}
                {show === 'rebates' && <Rebates />}
              </Stack>
            </Tabs>
          </Box>
        </Stack>
      </Stack>
    </Page>
  )
}

function Earned({ summary }: { readonly summary: InviteSummary }) {
  const { t } = useTranslation('promotion')
  const shown = useNumbers()
  const rates = [summary.return_rate1, summary.return_rate2, summary.return_rate3]
  return (
    <>
      <Box
        as="dl"
        lay="row"
        blockPad={3}
        sidePad={4}
        gap={3}
        justify="between"
        ground="raised"
        round={3}
        wraps
        className={styles.earned}
      >
        <div>
          <dt>{t('earned')}</dt>
          <dd>
            <Money text={summary.invite_return_total} unit={baseCoin.name} />
          </dd>
        </div>
        <div>
          <dt>{t('invitedCount')}</dt>
          <dd>{shown.exact(String(summary.invite_num))}</dd>
        </div>
      </Box>
      <Note isLoose>{t('how')}</Note>
      <Facts
        kind="tiles"
        facts={rates.map((rate, at) => ({ name: t('level', { level: at + 1 }), value: shown.percent(rate) }))}
      />
    </>
  )
}
