import { AmountField } from '#src/parts/form/amount-field.tsx'
import { Box, Stack } from '#src/ui/box.tsx'
import { Button } from '#src/ui/button.tsx'
import { Segmented } from '#src/ui/segmented.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { StopField } from './stop-field.tsx'
import { inputOf, kindOf, mostTargets, shares, targetNames, type FaultOf, type Guard } from './ticket-guards.ts'
import type { TicketState } from './use-ticket.ts'

type Props = { readonly state: TicketState }
/** Up to five targets, each of a part of the lots, and a stop or one that follows the mark. */
export function StopsForm({ state, faultOf }: Props & { readonly faultOf: FaultOf }) {
  const { t } = useTranslation('lever')
  const { ticket, change, form } = state
  const last = targetNames.findLastIndex(({ text }) => form.texts[text] !== '')
  const [shown, setShown] = useState(1)
  const count = Math.max(shown, last + 1)
  return (
    <Stack gap={3}>
      <Segmented
        label={t('side')}
        options={[
          { value: 'long', label: t('long') },
          { value: 'short', label: t('short') },
        ]}
        value={ticket.side}
        onChange={(side) => change({ side })}
        tone={ticket.side === 'long' ? 'rise' : 'fall'}
      />
      {targetNames.slice(0, count).map(({ text, share }, at) => {
        const label = count === 1 ? t('takeProfit') : t('targetNo', { no: at + 1 })
        return (
          <Stack key={text} gap={1}>
            <GuardField state={state} guard={at} name={text} label={label} error={faultOf(text)} />
            <Segmented
              label={t('shareOf', { stop: label })}
              size="s"
              options={shares.map((value) => ({ value, label: t('shareOfLots', { percent: value }) }))}
              value={shares.find((each) => each === form.texts[share]) ?? '100'}
              onChange={(value) => change({ [share]: value })}
            />
          </Stack>
        )
      })}
      {count < mostTargets && (
        <Button kind="quiet" size="s" icon="plus" onClick={() => setShown(count + 1)}>
          {t('addTarget')}
        </Button>
      )}
      <Segmented
        label={t('ends')}
        size="s"
        options={[
          { value: 'stop', label: t('fixed') },
          { value: 'trail', label: t('trail') },
        ]}
        value={ticket.trail === null ? 'stop' : 'trail'}
        onChange={(ends) => change({ ends })}
      />
      {ticket.trail === null ? (
        <GuardField state={state} guard="loss" name="stopLoss" label={t('stopLoss')} error={faultOf('loss')} />
      ) : (
        <Trail state={state} error={faultOf('trail')} />
      )}
    </Stack>
  )
}
const distances = ['0.5', '1', '2', '5']

/** How far the stop stays behind the mark. */
function Trail({ state: { form, change }, error }: Props & { readonly error: string | null }) {
  const { t } = useTranslation('lever')
  return (
    <Stack gap={1}>
      <AmountField
        name="trail"
        label={t('trailBy')}
        value={form.texts.trail}
        scale={2}
        unit="%"
        error={error}
        hint={t('trailHint')}
        onChange={(trail) => change({ trail })}
      />
      <Box lay="equal" gap={1}>
        {distances.map((trail) => (
          <Button key={trail} kind="quiet" size="s" onClick={() => change({ trail })}>
            {form.live.shown.percent(trail)}
          </Button>
        ))}
      </Box>
    </Stack>
  )
}

type GuardProps = Props & {
  readonly guard: Guard
  readonly name: string
  readonly label: string
  readonly error: string | null
}
function GuardField({ state: { ticket, stops, pair, terms }, guard, ...named }: GuardProps) {
  return (
    <StopField
      {...named}
      kind={kindOf(guard)}
      input={inputOf(ticket, guard)}
      view={stops.viewOf(guard)}
      scale={terms.scale}
      quote={pair.legal_name}
      onType={(input) => stops.type(guard, input)}
      onSpell={(by) => stops.spell(guard, by)}
    />
  )
}
