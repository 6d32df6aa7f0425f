import { spot } from '#contract/spot/spot.ts'
import { accountKinds } from '#contract/wire/booking.ts'
import { compareDec } from '#contract/wire/money.ts'
import { freeOf } from '#contract/assets/assets.ts'
import { useServices, type Services } from '#src/actors/services.tsx'
import { useRead } from '#src/actors/use-read.ts'
import { useUser } from '#src/actors/use-session.ts'
import { depositPaths } from '#src/lib/paths/deposit.ts'
import { kycPaths } from '#src/lib/paths/kyc.ts'
import { spotPaths } from '#src/lib/paths/spot.ts'
import { personalName } from '#src/lib/personal.ts'
import { readStored, writeStored } from '#src/lib/storage.ts'
import { useOnValue } from '#src/lib/use-on-value.ts'
import { useStream } from '#src/lib/use-stream.ts'
import { Link } from '#src/parts/link.tsx'
import { useRefreshOn } from '#src/parts/money/use-refresh-on.ts'
import { Box, Card, Row, Stack } from '#src/ui/box.tsx'
import { IconButton } from '#src/ui/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { loading } from '#streams/kit/live.ts'
import type { Reply } from '#contract/wire/reply.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './first-steps.module.css'

const one = { page: 1, limit: 1 } as const
/**
 * Whether there has ever been an order of any product: the next is asked for only where the last had none, and
 * contracts only of who may have some.
 */
async function hasTraded(services: Services, isVerified: boolean, signal: AbortSignal): Promise<Reply<boolean>> {
  const orders = await services.request.read(spot.list, one, { signal })
  if (!orders.ok) return orders
  if (orders.value.length > 0 || !isVerified) return { ok: true, value: orders.value.length > 0 }
  return (await import('./contract-trades.ts')).hasContracts(services, signal)
}

type State = 'done' | 'review' | 'open' | null
/** How far the account has come, as the venue says; null while a step is not known. */
function useSteps() {
  const services = useServices()
  const user = useUser()
  const { value: balances } = useStream(services.feeds.balances$, loading)
  const isVerified = user?.review_status === 'passed'
  const { value: traded, refresh } = useRead<boolean>(`first-trade-${isVerified}`, (signal) =>
    hasTraded(services, isVerified, signal),
  )
  useRefreshOn(['spot.orderChanged', 'lever.positionChanged', 'option.orderChanged'], () => {
    if (traded !== true) void refresh()
  })
  const hasMoney =
    balances !== null &&
    accountKinds.some((kind) => balances.cells[kind].some((cell) => compareDec(freeOf(cell, kind), '0') > 0))
  const verified: State = isVerified ? 'done' : user?.review_status === 'underReview' ? 'review' : 'open'
  return [
    { word: 'verify', to: kycPaths.kyc, state: user === null ? null : verified },
    { word: 'deposit', to: depositPaths.deposit, state: balances === null ? null : hasMoney ? 'done' : 'open' },
    { word: 'trade', to: spotPaths.trade, state: traded === null ? null : traded ? 'done' : 'open' },
  ] as const
}

/** What a newcomer does first. It stands until all of it is done, or until it is put away on this device. */
export function FirstSteps() {
  const user = useUser()
  const name = personalName('first-steps', user?.id ?? 0)
  const [isAway, setIsAway] = useState(() => readStored(name, (raw) => (raw === 'away' ? raw : null)) !== null)
  const putAway = () => {
    writeStored(name, 'away')
    setIsAway(true)
  }
  return user === null || isAway ? null : <Steps onAway={putAway} />
}

function Steps({ onAway }: { readonly onAway: () => void }) {
  const { t } = useTranslation('steps')
  const steps = useSteps()
  const done = steps.filter(({ state }) => state === 'done').length
  // Who is through is not asked about again.
  useOnValue(done === steps.length || null, onAway)
  // Nothing is shown that is not known, and nothing of what is over.
  if (done === steps.length || steps.some(({ state }) => state === null)) return null
  const next = steps.find(({ state }) => state === 'open')
  return (
    <Card as="section" aria-labelledby="first-steps" topPad={2} sidePad={4} endPad={3}>
      <Row justify="between" gap={2}>
        <Box as="h2" id="first-steps" size={4}>
          {t('title')}
        </Box>
        <Row gap={2} size={2} tone={2}>
          {t('progress', { done, of: steps.length })}
          <IconButton icon="close" label={t('away')} onClick={onAway} />
        </Row>
      </Row>
      <Stack as="ol" gap={1}>
        {steps.map(({ word, to, state }) => (
          <li key={word} data-state={state} data-next={next?.word === word || undefined}>
            <Link to={to} className={styles.step}>
              <Icon name={state === 'done' ? 'check' : state === 'review' ? 'clock' : 'chevron-right'} size={20} />
              <Stack as="span" gap="hair" grows>
                <b>{t(`${word}.title`)}</b>
                <Box as="small" tone={2}>
                  {state === 'done' ? t('done') : state === 'review' ? t('review') : t(`${word}.text`)}
                </Box>
              </Stack>
            </Link>
          </li>
        ))}
      </Stack>
    </Card>
  )
}
