import { triggers } from '#contract/trigger/trigger.ts'
import { compareDec, formatDec } from '#contract/wire/money.ts'
import { formatAge } from '#src/lib/format.ts'
import { useFaultText } from '#src/parts/form/form-field.tsx'
import { moneyForm, useMoneyForm } from '#src/parts/form/money-form.ts'
import { MoneyReview } from '#src/parts/form/money-shell.tsx'
import { endOf } from '#src/parts/trade/lives.ts'
import { PercentChips } from '#src/parts/trade/percent-chips.tsx'
import { consentTexts } from '#src/parts/trade/use-consent.ts'
import { PriceField, SourceSelect, ThenSwitch } from '#src/parts/trigger/trigger-fields.tsx'
import { toast } from '#src/stores/toasts.ts'
import { useTranslation } from 'react-i18next'
import { guardsOf } from './ticket-guards.ts'
import { sizeFirst, type Live, type Sums, type Texts } from './ticket-live.ts'
import { reviewRows } from './ticket-rows.tsx'
import { heldOf } from './ticket-sums.ts'
import type { TicketState } from './use-ticket.ts'

const percents = ['-1', '0', '1']
/** The price that an entry waits for, whose price counts, and what is made then. */
export function StopFields({ state }: { readonly state: TicketState }) {
  const { t } = useTranslation('trigger')
  const faultText = useFaultText('refusals')
  const { form, ticket, pair, terms, change } = state
  const { waits } = ticket
  if (waits === null) return null
  const field = (name: 'trigger' | 'target', label: string) => (
    <PriceField
      name={name}
      label={label}
      value={form.texts[name]}
      scale={terms.scale}
      unit={pair.legal_name}
      error={faultText(form.fields.faultOf(name))}
      onChange={(text) => change({ [name]: text })}
      onLeave={() => form.fields.touch(name)}
    />
  )
  return (
    <>
      {field('trigger', t('trigger'))}
      <PercentChips
        percents={percents}
        from={form.live.currentOf(waits.source)}
        scale={terms.scale}
        word={t('now')}
        onPick={(trigger) => change({ trigger })}
      />
      <SourceSelect value={waits.source} onChange={(source) => change({ source })} />
      <ThenSwitch isLimit={ticket.entry === 'limit'} onChange={(makes) => change({ makes })} />
      {ticket.entry === 'limit' && field('target', t('limit'))}
    </>
  )
}

/** What was typed, and what it comes to. */
type Entering = { readonly texts: Texts; readonly sums: Sums; readonly live: Live; readonly t: Live['t'] }
const entryForm = moneyForm<Entering>()({
  call: triggers.place,
  draft: ({ live: { market } }) => `lever.entry.${market}`,
  fields: () => ({}),
  sums: (_, { sums }) => sums,
  faults: () => ({}),
  input: ({ sums: { known, price }, live: { texts, live } }) => {
    const { ticket } = known
    const { take, stop, legs } = guardsOf(known)
    const expires_ms = endOf(texts.till, live.nowMs())
    return price === null || ticket.waits === null
      ? null
      : {
          product: 'lever' as const,
          legal_id: live.pair.legal_id,
          currency_id: live.pair.currency_id,
          act: ticket.side === 'long' ? ('open_long' as const) : ('open_short' as const),
          multiple: Number(ticket.multiple),
          legs: [
            {
              role: 'entry' as const,
              source: ticket.waits.source,
              trigger_price: ticket.waits.price,
              ...(ticket.entry === 'limit' && { price: ticket.target }),
              share: Number(ticket.lots),
              ...(expires_ms !== null && { expires_ms }),
            },
            ...(stop === '' ? [] : [{ role: 'stop' as const, trigger_price: stop }]),
            ...(take === '' ? [] : [{ role: 'profit' as const, trigger_price: take }]),
            ...legs,
          ],
        }
  },
  review: ({ sums, live: { texts, live, t } }) => {
    const { known } = sums
    const { shown, price, pair, quote, isOld, lang } = live
    const { waits, entry } = known.ticket
    const held = heldOf(known)
    const isRise = compareDec(waits?.price || '0', known.current ?? '0') > 0
    const params = { source: t(`trigger:sources.${waits?.source}`), price: price(waits?.price ?? '0', pair.symbol) }
    const [order, ...rows] = reviewRows(sums, live, null)
    return {
      title: t('lever:review'),
      rows: [
        ...(order === undefined ? [] : [order]),
        { name: t('trigger:waitsFor'), value: t(`trigger:when.${isRise ? 'above' : 'below'}`, params), isStrong: true },
        { name: t('trigger:then'), value: t(`trigger:thens.${entry}`) },
        ...rows,
        { name: t('trigger:held'), value: held === null ? '—' : shown.cost(formatDec(held), pair.legal_name, 'fine') },
        ...(texts.till === 'gtc' ? [] : [{ name: t('lever:till'), value: t(`lever:tills.${texts.till}`) }]),
      ],
      note: entry === 'limit' ? <p>{t('trigger:mayStay')}</p> : null,
      ...consentTexts(live.consentsFor(known, sums.preview.number), shown, t),
      confirm: t('trigger:place.stop'),
      kind: known.ticket.side === 'long' ? 'buy' : 'sell',
      hold: isOld ? t('lever:pricesOld', { age: formatAge(quote.ageMs ?? 0, lang) }) : null,
      doneTitle: t('lever:outcome.pending'),
      done: t('trigger:placed'),
    }
  },
})

type EntryProps = { readonly state: TicketState; readonly onEnd: () => void; readonly onView: () => void }
/** The review of an entry that waits for its price; what it is made of is typed in the ticket. */
export function StopEntry({ state, onEnd, onView }: EntryProps) {
  const { t } = useTranslation(['trigger', 'lever', 'trades'])
  const { form, gate, change } = state
  const { texts, sums, live } = form
  const entering = useMoneyForm(
    entryForm,
    { texts, sums, live, t },
    {
      gate,
      opens: true,
      onDone: (_, isShown) => {
        change(sizeFirst)
        if (!isShown) toast('trigger:placed')
      },
    },
  )
  return <MoneyReview form={entering} onClose={onEnd} onView={onView} />
}
