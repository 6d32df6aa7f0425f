import { Entry } from '#src/parts/entry.tsx'
import { Box, Stack } from '#src/ui/box.tsx'
import { Money } from '#src/ui/money.tsx'
import { miningPledge, type Award, type Pledge } from '#contract/mining/mining-pledge.ts'
import { useServices } from '#src/actors/services.tsx'
import { formatTime } from '#src/lib/format.ts'
import { go } from '#src/lib/hash-location.ts'
import { miningPaths } from '#src/lib/paths/mining.ts'
import { Paged } from '#src/parts/paged.tsx'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { Button } from '#src/ui/button.tsx'
import { Page } from '#src/ui/page.tsx'
import { Tabs } from '#src/ui/tabs.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

type Show = 'pledges' | 'awards'
/** The caller's pledges, and what they have earned by day. */
export function PledgesPage() {
  const { t } = useTranslation('mining')
  const [show, setShow] = useState<Show>('pledges')
  const [turn, setTurn] = useState(0)
  return (
    <Page title={t('titles.pledges')} onRefresh={() => Promise.resolve(setTurn((now) => now + 1))}>
      <Stack gap={3} topPad={2} endPad={8}>
        <Tabs
          label={t('titles.pledges')}
          tabs={(['pledges', 'awards'] as const).map((value) => ({ value, label: t(`show.${value}`) }))}
          value={show}
          onChange={setShow}
          isWide
        >
          <div key={`${show}${turn}`}>{show === 'pledges' ? <Pledges /> : <Awards />}</div>
        </Tabs>
      </Stack>
    </Page>
  )
}

function Pledges() {
  const { t } = useTranslation('mining')
  const { request } = useServices()
  const start = (
    <Button kind="quiet" onClick={() => go(miningPaths.pledges, { replace: true })}>
      {t('titles.pledge')}
    </Button>
  )
  return (
    <Paged
      read={(asked) => request.read(miningPledge.pledges, asked)}
      on={['mining.pledgeChanged']}
      keyOf={({ id }) => id}
      render={(row) => <PledgeRow pledge={row} />}
      empty={{ text: t('noPledges'), icon: 'lock', action: start }}
    />
  )
}
function PledgeRow({ pledge }: { readonly pledge: Pledge }) {
  const { t } = useTranslation('mining')
  const shown = useNumbers()
  const isRunning = pledge.status === 'pledged'
  return (
    <Entry
      title={<Money text={pledge.amount} unit={pledge.currency_name} />}
      notes={[
        `${pledge.name} · ${shown.share(pledge.day_rate)} ${t('aDay')}`,
        t(isRunning ? 'returns' : 'returned', { time: formatTime(pledge.end_ms) }),
      ]}
    >
      <Box as="span" {...(isRunning && { tone: 'accent' })}>
        {isRunning ? t('daysLeft', { count: pledge.remain_day }) : t('ended')}
      </Box>
      <Box as="small" tone="rise">
        <Money text={pledge.earned} unit={pledge.currency_name} kind="gain" />
      </Box>
    </Entry>
  )
}

function Awards() {
  const { t } = useTranslation('mining')
  const { request } = useServices()
  return (
    <Paged
      read={(asked) => request.read(miningPledge.awards, asked)}
      keyOf={({ id }) => id}
      render={(row) => <AwardRow award={row} />}
      empty={{ text: t('noAwards'), icon: 'gift' }}
    />
  )
}
function AwardRow({ award }: { readonly award: Award }) {
  return (
    <Entry title={award.name} notes={[award.day]}>
      <Box as="span" tone="rise">
        <Money text={award.amount} unit={award.currency_name} kind="gain" />
      </Box>
    </Entry>
  )
}
