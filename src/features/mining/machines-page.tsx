import { MachineMark } from './parts.tsx'
import { Box, Card, Stack } from '#src/ui/box.tsx'
import type { Machine, Mining, Seat } from '#contract/mining/mining.ts'
import { useServices } from '#src/actors/services.tsx'
import { CardHead } from '#src/parts/card-head.tsx'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { useOpened } from '#src/lib/use-opened.ts'
import { Facts } from '#src/ui/facts.tsx'
import { LockBanner } from '#src/parts/lock-banner.tsx'
import { Badge } from '#src/ui/badge.tsx'
import { Button } from '#src/ui/button.tsx'
import { Countdown } from '#src/ui/countdown.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { Page } from '#src/ui/page.tsx'
import { useTranslation } from 'react-i18next'
import { BuySheet } from './buy-sheet.tsx'
import { Loaded } from '#src/parts/loaded.tsx'
import { ReserveSheet } from './reserve-sheet.tsx'
import { saleTones, useMachines, useMining, useSeats } from './use-mining.ts'
import styles from './mining.module.css'

/** Machines that are on sale, come soon, or are sold out. */
export function MachinesPage() {
  return <Machines word="machines" shows={() => true} />
}
/** Machines that are not or no longer on sale, with the caller's place in the line. */
export function LinePage() {
  return (
    <Machines
      word="line"
      shows={({ status, reservable, reservation }) => reservation !== null || (reservable && status !== 'on_sale')}
    />
  )
}

type Props = { readonly word: 'machines' | 'line'; readonly shows: (machine: Machine) => boolean }
function Machines({ word, shows }: Props) {
  const { t } = useTranslation('mining')
  const machines = useMachines()
  const mining = useMining()
  const seats = useSeats()
  const again = async () => void (await Promise.all([machines.refresh(), mining.refresh(), seats.refresh()]))
  return (
    <Page title={t(`titles.${word}`)} onRefresh={again} isBroad>
      <Stack gap={3} topPad={2} endPad={8}>
        <LockBanner stops="trade" />
        <Loaded read={machines} height={210}>
          {(all) => {
            const shownNow = all.filter(shows)
            if (shownNow.length === 0)
              return <Empty icon="layers" text={t(word === 'machines' ? 'noneOnSale' : 'noneInLine')} />
            return (
              <Stack as="ul" gap={3} className={styles.list}>
                {shownNow.map((machine) => (
                  <li key={machine.id}>
                    <MachineCard
                      machine={machine}
                      mining={mining.value}
                      seats={seats.value}
                      onChange={() => void again()}
                    />
                  </li>
                ))}
              </Stack>
            )
          }}
        </Loaded>
      </Stack>
    </Page>
  )
}

type CardProps = {
  readonly machine: Machine
  readonly mining: Mining | null
  readonly seats: readonly Seat[] | null
  readonly onChange: () => void
}
function MachineCard({ machine, mining, seats, onChange }: CardProps) {
  const { t } = useTranslation('mining')
  const { serverNow } = useServices()
  const shown = useNumbers()
  const { opened, open, close: shut } = useOpened()
  const [buy, reserve] = [`buy-${machine.id}`, `reserve-${machine.id}`]
  const { reservation } = machine
  const close = () => {
    shut()
    onChange()
  }
  return (
    <Card as="section" gap={3} pad={4} isTop className={styles.card} aria-label={machine.name}>
      <CardHead
        mark={<MachineMark logo={machine.logo} />}
        name={machine.name}
        note={`${machine.type} · ${t('powerOf', { power: shown.exact(String(machine.power)) })}`}
      >
        <Badge tone={saleTones[machine.status]}>{t(`status.${machine.status}`)}</Badge>
      </CardHead>
      <Facts
        facts={[
          { name: t('price'), value: shown.cost(machine.price, machine.currency_name), isStrong: true },
          { name: t('daily'), value: shown.money(machine.daily_reward, machine.reward_currency_name) },
          { name: t('term'), value: t('days', { count: machine.days }) },
          { name: t('threshold'), value: shown.money(machine.threshold, machine.currency_name) },
          {
            name: t('stock'),
            value: t('leftOf', { left: shown.exact(String(machine.left)), all: shown.exact(String(machine.stock)) }),
          },
          ...(machine.per_user > 0 ? [{ name: t('perUser'), value: shown.exact(String(machine.per_user)) }] : []),
        ]}
      />
      {machine.status === 'soon' && machine.open_ms !== null && (
        <Box as="p" size={2} tone={2} isLoose>
          {t('opensIn')} <Countdown deadlineMs={machine.open_ms} now={serverNow} onEnd={onChange} />
        </Box>
      )}
      {reservation !== null && (
        <Box as="p" size={2} tone={2} isLoose role="status">
          {reservation.status === 'waiting'
            ? t('placeInLine', { place: reservation.place, num: reservation.num })
            : t('called', { num: reservation.num })}
          {reservation.buy_until_ms !== null && (
            <Countdown deadlineMs={reservation.buy_until_ms} now={serverNow} onEnd={onChange} />
          )}
        </Box>
      )}
      <Box lay="equal" gap={2}>
        {machine.status === 'on_sale' && (
          <Button isWide onClick={() => open(buy)} disabled={mining === null || seats === null}>
            {t('buy')}
          </Button>
        )}
        {(reservation !== null || (machine.reservable && machine.status !== 'on_sale')) && (
          <Button isWide kind="quiet" onClick={() => open(reserve)}>
            {t(reservation === null ? 'reserve' : 'giveUp')}
          </Button>
        )}
      </Box>
      {opened === buy && mining !== null && seats !== null && (
        <BuySheet machine={machine} mining={mining} seats={seats} onClose={close} />
      )}
      {opened === reserve && <ReserveSheet machine={machine} onClose={close} />}
    </Card>
  )
}
