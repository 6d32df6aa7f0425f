import type { Position } from '#contract/lever/lever-position.ts'
import { isMain } from '#contract/trigger/trigger-terms.ts'
import type { Trigger } from '#contract/trigger/trigger.ts'
import { compareDec } from '#contract/wire/money.ts'
import { useListed } from '#src/actors/use-entity-list.ts'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { useFailureText } from '#src/parts/failure-text.ts'
import type { Terms } from '#src/parts/lever/account.ts'
import { basisOfPosition, stopView } from '#src/parts/lever/stops.ts'
import { useStands, useTriggers, type TriggersActor } from '#src/parts/trigger/use-triggers.ts'
import { Button } from '#src/ui/button.tsx'
import { closingOf } from '#streams/trigger/blocks.ts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Bead } from './position-scale.tsx'

/** What closes a contract beside the pair of stops that it has: further targets, trailing stops, stops of some lots. */
export function usePositionLegs(position: Position) {
  const { list, triggers, act } = useTriggers()
  const legs = useMemo(
    () => closingOf(position.id, triggers ?? []).filter((each) => !isMain({ ...each, by: each.size.by })),
    [position.id, triggers],
  )
  const stands = useStands(legs, position.symbol)
  const priceOf = ({ id, trigger_price, trail }: Trigger) =>
    stands.get(id)?.firesAt ?? trigger_price ?? trail?.activate_price ?? null
  return { list, legs, priceOf, remove: (id: number) => act(id, { name: 'cancel', isWhole: false }) }
}
type Legs = ReturnType<typeof usePositionLegs>

type Options = {
  readonly position: Position
  readonly terms: Terms
  readonly onAmend: (trigger: Trigger) => void
  readonly onRemove: (trigger: Trigger) => void
}
/** The legs as beads of the scale: each with its price, its lots and the net result there. */
export function useLegBeads({ list, legs, priceOf }: Legs, { position, terms, onAmend, onRemove }: Options): Bead[] {
  const { t } = useTranslation('lever')
  const shown = useNumbers()
  const nearer = position.type === 'long' ? 1 : -1
  const targets = legs
    .filter(({ role }) => role === 'profit')
    .toSorted((a, b) => nearer * compareDec(a.trigger_price ?? '0', b.trigger_price ?? '0'))
  return legs.flatMap((trigger): Bead[] => {
    const price = priceOf(trigger)
    if (price === null) return []
    const { id, role, trail, size } = trigger
    const lots = size.by === 'all' ? position.share : Math.min(Number(size.wanted), position.share)
    const kind = role === 'profit' ? 'takeProfit' : 'stopLoss'
    const many = t('lotsOf', { count: lots })
    const name =
      trail !== null
        ? t('trailOf', {
            percent: trail.by === 'percent' ? shown.percent(trail.distance) : shown.exact(trail.distance),
          })
        : role === 'profit'
          ? t('targetOf', { no: targets.indexOf(trigger) + 1, lots: many })
          : `${t('stopLoss')} · ${many}`
    const view = stopView({ by: 'price', text: price }, kind, basisOfPosition(position, terms, lots))
    const actions = <LegActions list={list} id={id} name={name} onAmend={onAmend} onRemove={onRemove} />
    return [
      {
        key: String(id),
        name,
        price,
        net: view?.profit ?? null,
        tone: role === 'profit' ? 'rise' : 'fall',
        actions,
      },
    ]
  })
}

type ActionsProps = Pick<Options, 'onAmend' | 'onRemove'> & {
  readonly list: TriggersActor
  readonly id: number
  readonly name: string
}
function LegActions({ list, id, name, onAmend, onRemove }: ActionsProps) {
  const { t } = useTranslation('lever')
  const failureText = useFailureText()
  const listed = useListed(list, id)
  if (listed === null) return null
  const { copy, may, isBusy, failure } = listed
  return (
    <>
      {failure?.kind === 'refused' && <span role="alert">{failureText(failure)}</span>}
      {may({ name: 'amend', terms: {} }) && (
        <Button kind="text" size="s" aria-label={`${t('amend')} ${name}`} onClick={() => onAmend(copy)}>
          {t('amend')}
        </Button>
      )}
      {(isBusy || may({ name: 'cancel', isWhole: false })) && (
        <Button
          kind="text"
          size="s"
          isBusy={isBusy}
          aria-label={`${t('remove')} ${name}`}
          onClick={() => onRemove(copy)}
        >
          {t('remove')}
        </Button>
      )}
    </>
  )
}
