import { Entry } from '#src/parts/entry.tsx'
import { Box, Stack } from '#src/ui/box.tsx'
import { Money } from '#src/ui/money.tsx'
import { miningCalls, type MyMachine } from '#contract/mining/mining.ts'
import { miningPledge, type Pledge } from '#contract/mining/mining-pledge.ts'
import { baseCoin } from '#contract/wire/limits.ts'
import { useRead } from '#src/actors/use-read.ts'
import { useServices } from '#src/actors/services.tsx'
import { formatTime } from '#src/lib/format.ts'
import { go } from '#src/lib/hash-location.ts'
import { miningPaths } from '#src/lib/paths/mining.ts'
import { useRefreshOn } from '#src/parts/money/use-refresh-on.ts'
import { Button } from '#src/ui/button.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { Page } from '#src/ui/page.tsx'
import { useTranslation } from 'react-i18next'
import { Loaded } from '#src/parts/loaded.tsx'

type Release = {
  readonly id: string
  readonly what: 'pledge' | 'machine'
  readonly name: string
  readonly amount: string
  readonly coin: string
  readonly at: number
}
const whole = { page: 1, limit: 50 }
const ofPledge = ({ id, name, amount, currency_name, end_ms }: Pledge): Release => ({
  id: `p${id}`,
  what: 'pledge',
  name,
  amount,
  coin: currency_name,
  at: end_ms,
})
const ofMachine = ({ id, name, threshold, end_ms }: MyMachine): Release => ({
  id: `m${id}`,
  what: 'machine',
  name,
  amount: threshold,
  coin: baseCoin.name,
  at: end_ms,
})

/**
 * What is released when: pledged coins at the end of their term, and collateral when the machine that needs it ends.
 */
export function ReleasePage() {
  const { t } = useTranslation('mining')
  const { request } = useServices()
  const read = useRead<readonly Release[]>('releases', async (signal) => {
    const pledges = await request.read(miningPledge.pledges, { status: 'pledged', ...whole }, { signal })
    if (!pledges.ok) return pledges
    const machines = await request.read(miningCalls.myMachines, { status: 'running', ...whole }, { signal })
    if (!machines.ok) return machines
    return {
      ok: true,
      value: [...pledges.value.list.map(ofPledge), ...machines.value.list.map(ofMachine)].toSorted(
        (a, b) => a.at - b.at,
      ),
    }
  })
  useRefreshOn(['mining.pledgeChanged', 'mining.machineChanged'], () => void read.refresh())
  return (
    <Page title={t('titles.release')} onRefresh={read.refresh}>
      <Stack gap={3} topPad={2} endPad={8}>
        <Box as="p" size={2} tone={2} isLoose>
          {t('releaseIs')}
        </Box>
        <Loaded read={read} height={64}>
          {(rows) =>
            rows.length === 0 ? (
              <Empty icon="clock" text={t('nothingToRelease')}>
                <Button kind="quiet" onClick={() => go(miningPaths.pledges)}>
                  {t('titles.pledge')}
                </Button>
              </Empty>
            ) : (
              <Box as="ul" isRuled line="top">
                {rows.map((row) => (
                  <li key={row.id}>
                    <Entry
                      title={<Money text={row.amount} unit={row.coin} />}
                      notes={[t(`releases.${row.what}`, { name: row.name })]}
                    >
                      {formatTime(row.at)}
                    </Entry>
                  </li>
                ))}
              </Box>
            )
          }
        </Loaded>
      </Stack>
    </Page>
  )
}
