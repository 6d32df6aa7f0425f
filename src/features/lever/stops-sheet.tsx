import type { Position } from '#contract/lever/lever-position.ts'
import type { Trigger } from '#contract/trigger/trigger.ts'
import { unrealised } from '#contract/pnl.ts'
import { compareDec, fixedDec, parseDec } from '#contract/wire/money.ts'
import type { Stops } from '#machines/lever/lever-position.ts'
import { useStream } from '#src/lib/use-stream.ts'
import { useServices } from '#src/actors/services.tsx'
import { useProblemText } from '#src/parts/form/use-problem-text.ts'
import { AmendTrigger } from '#src/parts/trigger/amend-trigger.tsx'
import { usePairPrice } from '#src/parts/use-pair-price.ts'
import { Box, Note, Stack } from '#src/ui/box.tsx'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { Button } from '#src/ui/button.tsx'
import { Sheet } from '#src/ui/sheet.tsx'
import { loading } from '#streams/kit/live.ts'
import { marketOf } from '#contract/market/market.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { markOf, termsOf } from '#src/parts/lever/account.ts'
import { AddLeg, type LegKind } from './add-leg.tsx'
import type { Part } from './close-sheet.tsx'
import { useLegBeads, usePositionLegs } from './position-legs.tsx'
import { PositionScale, type Bead } from './position-scale.tsx'
import { StopField } from './stop-field.tsx'
import {
  basisOfPosition,
  noStop,
  priceAtNet,
  respell,
  stopFault,
  stopPrice,
  stopView,
  wallOf,
  type StopBasis,
  type StopInput,
  type StopKind,
} from '#src/parts/lever/stops.ts'
import type { LeverState } from './use-lever.ts'

type Props = {
  readonly position: Position
  readonly state: LeverState
  readonly liquidation: string | null
  readonly onClose: () => void
  readonly onSave: (stops: Stops) => void
  /** Asks how many lots to close, beginning with a part in percent. */
  readonly onExit: (part: Part) => void
}

const intentOf = (price: string): StopInput => (compareDec(price, '0') > 0 ? { by: 'price', text: price } : noStop)
const kinds = ['takeProfit', 'stopLoss'] as const

/** What is typed of the pair of stops, and how it stands. */
function useTyped(position: Position, state: LeverState) {
  const { feeds } = useServices()
  // A position of another market has a price step of its own.
  const pair = useStream(feeds.pair$(marketOf(position.symbol)), loading).value
  const terms = termsOf(pair ?? state.pair)
  const [typed, setTyped] = useState({
    takeProfit: intentOf(position.target_profit_price),
    stopLoss: intentOf(position.stop_loss_price),
  })
  const basis = basisOfPosition(position, terms)
  const mark = markOf(position, state.marks.value)
  const wall = wallOf(position, mark)
  const faultOf = (kind: StopKind) => stopFault(typed[kind], kind, basis, wall)
  return {
    terms,
    basis,
    mark,
    wall,
    typed,
    /** The net result at the mark. */
    net: unrealised({ ...basis, fee: basis.cost, overnight: 0n }, parseDec(mark)),
    faultOf,
    viewOf: (kind: StopKind) => (faultOf(kind) === null ? stopView(typed[kind], kind, basis) : null),
    prices: (): Stops => ({
      target_profit_price: stopPrice(typed.takeProfit, 'takeProfit', basis),
      stop_loss_price: stopPrice(typed.stopLoss, 'stopLoss', basis),
    }),
    type: (kind: StopKind, input: StopInput) => setTyped({ ...typed, [kind]: input }),
  }
}

type Legs = ReturnType<typeof usePositionLegs>
/** Where nothing is left that ends a loss, that is agreed to each time. */
function useAgreement(position: Position, legs: Legs, isLosing: boolean, isCleared: boolean) {
  const [isAgreed, setIsAgreed] = useState(false)
  const [removing, setRemoving] = useState<number | null>(null)
  const hasStop = compareDec(position.stop_loss_price, '0') > 0
  const others = legs.legs.filter(({ role }) => role === 'stop')
  const isLast = ({ id }: Pick<Trigger, 'id'>) => isLosing && !hasStop && others.length === 1 && others[0]?.id === id
  const isBared = isLosing && hasStop && isCleared && others.length === 0
  const mustAgree = isBared || (removing !== null && isLast({ id: removing }))
  return {
    isAgreed,
    setIsAgreed,
    isBared,
    mustAgree,
    remove: (trigger: Trigger) => (isLast(trigger) && !isAgreed ? setRemoving(trigger.id) : legs.remove(trigger.id)),
  }
}

/**
 * All prices of a contract around the mark, and what closes it there: its pair of stops, further targets and trailing
 * stops. An open one is also closed from here, in part or whole.
 */
export function StopsSheet({ position, state, liquidation, onClose, onSave, onExit }: Props) {
  const { t } = useTranslation(['lever', 'refusals', 'ui', 'trades', 'trigger'])
  const shown = usePairPrice()
  const stops = useTyped(position, state)
  const { terms, basis, mark, typed, faultOf, net } = stops
  const legs = usePositionLegs(position)
  const [asked, setAsked] = useState<LegKind | Trigger | null>(null)
  const [isChecked, setIsChecked] = useState(false)
  const isTrading = position.status === 'trading'
  const agreed = useAgreement(position, legs, isTrading && net < 0n, typed.stopLoss.text === '')
  const { isBared, isAgreed } = agreed
  const beads = useLegBeads(legs, { position, terms, onAmend: setAsked, onRemove: agreed.remove })
  const save = () => {
    setIsChecked(true)
    if (kinds.some((kind) => faultOf(kind) !== null) || (isBared && !isAgreed)) return
    onSave(stops.prices())
  }
  const close = () => setAsked(null)
  if (asked === 'target' || asked === 'trail')
    return <AddLeg position={position} kind={asked} basis={basis} wall={stops.wall} onClose={close} />
  if (asked !== null) return <AmendTrigger trigger={asked} onClose={close} />
  return (
    <Sheet
      title={`${t('stops')} · ${position.symbol}`}
      isOpen
      onClose={onClose}
      footer={
        <Button isWide size="l" aria-disabled={(isBared && !isAgreed) || undefined} onClick={save}>
          {t('saveStops')}
        </Button>
      }
    >
      <Stack gap={3}>
        <Note>
          {t('stopsLead', { entry: shown(position.price, position.symbol), mark: shown(mark, position.symbol) })}
        </Note>
        <PositionScale
          symbol={position.symbol}
          mark={mark}
          beads={[...ends(position, liquidation, t), ...ownBeads(stops, t), ...beads]}
        />
        {isTrading && <Locks basis={basis} mark={mark} net={net} symbol={position.symbol} onStop={stops.type} />}
        <Pair stops={stops} symbol={position.symbol} isChecked={isChecked} />
        <Box lay="equal" gap={1}>
          {(['target', 'trail'] as const).map((kind) => (
            <Button key={kind} kind="quiet" size="s" icon="plus" onClick={() => setAsked(kind)}>
              {t(kind === 'target' ? 'addTarget' : 'trail')}
            </Button>
          ))}
        </Box>
        <Note>{t('stopsRule')}</Note>
        {agreed.mustAgree && (
          <Checkbox isChecked={isAgreed} onChange={agreed.setIsAgreed}>
            {t('trades:consents.noStop')}
          </Checkbox>
        )}
        {isTrading && <Exits onExit={onExit} />}
      </Stack>
    </Sheet>
  )
}

type PairProps = {
  readonly stops: ReturnType<typeof useTyped>
  readonly symbol: string
  /** Faults are told. */
  readonly isChecked: boolean
}
function Pair({ stops, symbol, isChecked }: PairProps) {
  const problemText = useProblemText()
  const { terms, basis, typed, faultOf, viewOf } = stops
  return (
    <>
      {kinds.map((kind) => (
        <StopField
          key={kind}
          kind={kind}
          input={typed[kind]}
          view={viewOf(kind)}
          scale={terms.scale}
          quote={symbol.split('/')[1] ?? ''}
          error={isChecked ? told(faultOf(kind), problemText) : null}
          onType={(input) => stops.type(kind, input)}
          onSpell={(by) => stops.type(kind, respell(typed[kind], by, kind, basis))}
        />
      ))}
    </>
  )
}

/** Where the position was opened, and where it is liquidated. */
const ends = ({ price }: Position, liquidation: string | null, t: (name: string) => string): Bead[] => [
  { key: 'entry', name: t('entryPrice'), price, tone: 'plain' },
  ...(liquidation === null
    ? []
    : [{ key: 'burst', name: t('liquidation'), price: liquidation, tone: 'danger' as const }]),
]
/** The pair of stops on the scale. */
const ownBeads = ({ viewOf }: ReturnType<typeof useTyped>, t: (kind: StopKind) => string) =>
  kinds.flatMap((kind): Bead[] => {
    const view = viewOf(kind)
    const tone = kind === 'takeProfit' ? 'rise' : 'fall'
    return view === null ? [] : [{ key: kind, name: t(kind), price: view.price, net: view.profit, tone }]
  })

const told = <F,>(fault: F | null, textOf: (fault: F) => string) => (fault === null ? null : textOf(fault))

type LocksProps = {
  readonly basis: StopBasis
  readonly mark: string
  readonly net: bigint
  readonly symbol: string
  readonly onStop: (kind: 'stopLoss', input: StopInput) => void
}
/** Fills in a stop that gives nothing back, or half of the gain; where that cannot be it says why. */
function Locks({ basis, mark, net, symbol, onStop }: LocksProps) {
  const { t } = useTranslation('lever')
  const shown = usePairPrice()
  const [said, setSaid] = useState<string | null>(null)
  const textOf = (price: bigint) => fixedDec(price / basis.tick, basis.scale)
  const put = (wanted: bigint, why: (price: string) => string) => {
    const price = priceAtNet(basis, wanted)
    const isPassed = basis.side === 'long' ? parseDec(mark) > price : parseDec(mark) < price
    setSaid(isPassed ? null : why(textOf(price)))
    if (isPassed) onStop('stopLoss', { by: 'price', text: textOf(price) })
  }
  return (
    <>
      <Box lay="equal" gap={1}>
        <Button
          kind="quiet"
          size="s"
          onClick={() => put(0n, (price) => t('markFirst', { price: shown(price, symbol) }))}
        >
          {t('breakEven')}
        </Button>
        <Button kind="quiet" size="s" onClick={() => put(net > 0n ? net / 2n : 0n, () => t('nothingToLock'))}>
          {t('lockHalf')}
        </Button>
      </Box>
      {said !== null && (
        <Note size={2} role="status">
          {said}
        </Note>
      )}
    </>
  )
}

const exits = ['25', '50', '100'] as const
function Exits({ onExit }: Pick<Props, 'onExit'>) {
  const { t } = useTranslation('lever')
  return (
    <Box lay="equal" gap={1}>
      {exits.map((part) => (
        <Button key={part} kind="quiet" size="s" onClick={() => onExit(part)}>
          {t(`exits.${part}`)}
        </Button>
      ))}
    </Box>
  )
}
