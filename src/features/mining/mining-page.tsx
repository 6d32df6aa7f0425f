import { MachineMark } from './parts.tsx'
import { Section } from '#src/ui/section.tsx'
import { Entry } from '#src/parts/entry.tsx'
import { Box, Stack } from '#src/ui/box.tsx'
import { Money } from '#src/ui/money.tsx'
import { miningCalls, type Mining, type MyMachine } from '#contract/mining/mining.ts'
import { baseCoin } from '#contract/wire/limits.ts'
import { useServices } from '#src/actors/services.tsx'
import { go } from '#src/lib/hash-location.ts'
import { formatTime } from '#src/lib/format.ts'
import { assetsPaths } from '#src/lib/paths/assets.ts'
import { miningPaths } from '#src/lib/paths/mining.ts'
import { Link } from '#src/parts/link.tsx'
import { Facts } from '#src/ui/facts.tsx'
import { Paged } from '#src/parts/paged.tsx'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { Button } from '#src/ui/button.tsx'
import { Countdown } from '#src/ui/countdown.tsx'
import { Icon, type IconName } from '#src/ui/icon.tsx'
import { Page } from '#src/ui/page.tsx'
import { useTranslation } from 'react-i18next'
import { Loaded } from '#src/parts/loaded.tsx'
import { useMining } from './use-mining.ts'
import styles from './mining.module.css'

const ways: readonly { readonly word: string; readonly icon: IconName; readonly to: string }[] = [
  { word: 'machines', icon: 'layers', to: miningPaths.buyMachines },
  { word: 'seats', icon: 'home', to: miningPaths.buySeat },
  { word: 'line', icon: 'clock', to: miningPaths.miningLaunch },
  { word: 'pledge', icon: 'lock', to: miningPaths.pledges },
]

/** The caller's mining: power and places, collateral, the purse, and the machines. */
export function MiningPage() {
  const { t } = useTranslation('mining')
  const read = useMining()
  return (
    <Page title={t('titles.mining')} onRefresh={read.refresh} isBroad>
      <Stack gap={3} topPad={2} endPad={8}>
        <Stack as="nav" fits={150} gap={2} aria-label={t('titles.mining')}>
          {ways.map(({ word, icon, to }) => (
            <Link
              key={word}
              to={to}
              lay="row"
              gap={2}
              blockPad={2}
              sidePad={3}
              align="center"
              tall={48}
              isCard
              weight="medium"
            >
              <Box as="span" tone="accent" keeps>
                <Icon name={icon} />
              </Box>
              <Box as="span" shrinks breaks>
                {t(`titles.${word}`)}
              </Box>
            </Link>
          ))}
        </Stack>
        <Loaded read={read} lines={3} height={140}>
          {(mining) => <Overview mining={mining} />}
        </Loaded>
        <Section isCard title={t('myMachines')} isTop className={styles.card}>
          <MyMachines coin={read.value?.reward_currency_name ?? null} />
        </Section>
        <Link to={assetsPaths.release} isCard lay="row" sidePad={4} align="center" justify="between" isTouch>
          {t('titles.release')}
          <Icon name="chevron-right" size={18} />
        </Link>
      </Stack>
    </Page>
  )
}

function Overview({ mining }: { readonly mining: Mining }) {
  const { t } = useTranslation('mining')
  const { serverNow } = useServices()
  const shown = useNumbers()
  const reward = (text: string) => shown.money(text, mining.reward_currency_name)
  return (
    <Stack gap={3} className={styles.cards}>
      <Section isCard title={t('power')} isTop className={styles.card}>
        <Box as="p" size={5} weight="bold" breaks>
          {t('powerOf', { power: shown.exact(String(mining.power)) })}
        </Box>
        <Facts
          facts={[
            { name: t('running'), value: shown.exact(String(mining.running)) },
            {
              name: t('places'),
              value: t('usedOf', {
                used: shown.exact(String(mining.places_used)),
                all: shown.exact(String(mining.places)),
              }),
            },
          ]}
        />
        <Button kind="quiet" isWide onClick={() => go(miningPaths.buyMachines)}>
          {t('titles.machines')}
        </Button>
      </Section>
      <Section isCard title={t('purse')} isTop className={styles.card}>
        <Box as="p" size={5} weight="bold" breaks>
          {reward(mining.reward_balance)}
        </Box>
        <Facts
          facts={[
            { name: t('today'), value: reward(mining.reward_today) },
            { name: t('total'), value: reward(mining.reward_total) },
            { name: t('next'), value: <Countdown deadlineMs={mining.next_reward_ms} now={serverNow} /> },
          ]}
        />
        <Button kind="quiet" isWide onClick={() => go(miningPaths.miningConvert)}>
          {t('titles.convert')}
        </Button>
      </Section>
      <Section isCard title={t('collateral')} isTop className={styles.card}>
        <Box as="p" size={5} weight="bold" breaks>
          <Money text={mining.collateral} unit={baseCoin.name} />
        </Box>
        <Facts facts={[{ name: t('needed'), value: shown.money(mining.collateral_used, baseCoin.name) }]} />
        <Box as="p" size={2} tone={2} isLoose>
          {t('collateralIs')}
        </Box>
        <Button kind="quiet" isWide onClick={() => go(miningPaths.miningPledges)}>
          {t('lockOrRelease')}
        </Button>
      </Section>
    </Stack>
  )
}

function MyMachines({ coin }: { readonly coin: string | null }) {
  const { t } = useTranslation('mining')
  const { request } = useServices()
  const buy = (
    <Button kind="quiet" onClick={() => go(miningPaths.buyMachines)}>
      {t('titles.machines')}
    </Button>
  )
  return (
    <Paged
      read={(asked) => request.read(miningCalls.myMachines, asked)}
      on={['mining.machineChanged']}
      keyOf={({ id }) => id}
      render={(row) => <MachineRow machine={row} coin={coin} />}
      empty={{ text: t('noMachines'), icon: 'layers', action: buy }}
    />
  )
}

/** No reward is told before it is known what it is in. */
function MachineRow({ machine, coin }: { readonly machine: MyMachine; readonly coin: string | null }) {
  const { t } = useTranslation('mining')
  const shown = useNumbers()
  return (
    <Entry
      mark={<MachineMark logo={machine.logo} />}
      title={machine.name}
      notes={[
        coin !== null && t('perDay', { amount: shown.sum(machine.daily_reward, coin), coin }),
        t('ends', { time: formatTime(machine.end_ms) }),
      ]}
    >
      <Box as="span" {...(machine.status === 'running' && { tone: 'accent' })}>
        {machine.status === 'running' ? t('daysLeft', { count: machine.remain_day }) : t('ended')}
      </Box>
      {coin !== null && <small>{t('earned', { amount: shown.sum(machine.earned, coin), coin })}</small>}
    </Entry>
  )
}
