import type { assets } from '#contract/assets/assets.ts'
import type { Quote } from '#contract/assets/assets-moves.ts'
import type { Endpoint, InputOf, OutputOf } from '#contract/wire/endpoint.ts'
import type { Failure } from '#contract/wire/reply.ts'
import { useQuote, type Quoted } from '#src/actors/use-quote.ts'
import { useSubmit } from '#src/actors/use-submit.ts'
import { useOnValue } from '#src/lib/use-on-value.ts'
import type { ReviewSheet } from '#src/parts/trade/review-sheet.tsx'
import { useState, type ComponentProps, type FormEvent } from 'react'
import type { Fault, Problem } from './checks.ts'
import { isAboutFactor } from './factor-refusal.ts'
import { formOf, useFields, type Faults, type Name, type Texts } from './use-form.ts'

type Sheet = ComponentProps<typeof ReviewSheet>
/** What is read before it is confirmed, and what is told once it is done. */
export type Review = Pick<
  Sheet,
  | 'title'
  | 'rows'
  | 'confirm'
  | 'kind'
  | 'hold'
  | 'warning'
  | 'consent'
  | 'needsPin'
  | 'note'
  | 'doneTitle'
  | 'done'
  | 'retries'
> & {
  /** Where a closed review leads once the change is done. */
  readonly next?: string
}

type Typed<T, L, S> = { readonly texts: T; readonly live: L; readonly sums: S }
/**
 * What goes along with what was typed: the fund password, the quote, and what was on the screen when it was reviewed.
 */
type Along<N> = { readonly pin: string; readonly quote: Quote | null; readonly seen: N | null }

/**
 * A form that moves money, as a value: pure functions of what is typed and of what is live, such as a balance. `about`
 * is what the form is of, known before anything is typed; for most forms that is what is live.
 */
type MoneyForm<E extends Endpoint<'changes'>, T extends Texts, L, S, A, N> = {
  readonly call: E
  /** The key under which the typed text is stored over a reload. */
  readonly draft: (about: A) => string
  readonly fields: (about: A) => T
  /** Fields that are never stored. */
  readonly secrets?: readonly Name<T>[]
  /** What other fields become by a change: the other one of two accounts, an amount by its total. */
  readonly follows?: (next: T, before: T, about: A) => Partial<T>
  /** What the typed text comes to. */
  readonly sums: (texts: T, live: L) => S
  /** Why a field cannot be sent; the review opens only without faults. */
  readonly faults: (typed: Typed<T, L, S>) => Faults<T>
  /** A fault that is told while it is typed; all others when the field is left, or when the review is asked for. */
  readonly isEarly?: (fault: Fault | Problem) => boolean
  /** The field that a refusal belongs to. */
  readonly fieldOf?: Readonly<Record<string, Name<T>>>
  /** The quote on which the change rests; null while there is nothing to quote. Nothing is sent without one. */
  readonly quote?: (typed: Typed<T, L, S>) => InputOf<typeof assets.quote> | null
  /** Another quote is asked for as soon as one has ended, while no review is open. */
  readonly renews?: true
  /** What is on the screen when the review opens, and is sent along: a price, a round. Null: it cannot open now. */
  readonly seen?: (typed: Typed<T, L, S>) => N | null
  /** It is sent by one tap: the review opens only if it was not carried out. */
  readonly isDirect?: (typed: Typed<T, L, S>) => boolean
  /** What is sent; null while it cannot be. */
  readonly input: (typed: Typed<T, L, S>, along: Along<N>) => InputOf<E> | null
  /** Without a review the form itself asks for all and is sent at once; its refusals stand in it. */
  readonly review?: (
    typed: Typed<T, L, S> &
      Pick<Along<N>, 'seen'> & {
        readonly quoted: Quoted<Quote>
        readonly value: OutputOf<E> | null
        /** What was sent last, and why it was refused. */
        readonly sent: InputOf<E> | null
        readonly failure: Failure | null
      },
  ) => Review
  /** What of the text changes once it is done; without this the form begins anew when its review is closed. */
  readonly after?: (texts: T) => Partial<T>
}

/**
 * The form of one product. The type of the live values is given, all else follows from the call and the fields:
 *
 *     const lockForm = moneyForm<{ free: string; t: Say }>()({
 *       call: miningCalls.collateral,
 *       draft: () => 'lock',
 *       fields: () => ({ amount: '' }),
 *       sums: ({ amount }, { free }) => ({ amount: tidyDecimal(amount), free }),
 *       faults: ({ sums: { amount, free } }) => ({ amount: amountFault(amount, { free }) }),
 *       input: ({ sums: { amount } }) => ({ amount, direction: 'lock' }),
 *       review: ({ sums, live: { t } }) => ({ title: t('lock'), rows: [{ name: t('amount'), … }], … }),
 *     })
 *     const form = useMoneyForm(lockForm, { free, t })
 *     <MoneyPage form={form} label={t('lock')} button={t('review')}>
 *       <MoneyField fields={form.fields} name="amount" label={t('amount')} unit="USDT" scale={6} />
 *     </MoneyPage>
 */
export const moneyForm =
  <L, A = L>() =>
  <E extends Endpoint<'changes'>, T extends Texts, S, N = null>(form: MoneyForm<E, T, L, S, A, N>) =>
    form

/** What the hook gives for a form. */
export type MoneyFormOf<F> =
  F extends MoneyForm<infer E, infer T, infer L, infer S, infer A, infer N>
    ? ReturnType<typeof useLiveForm<E, T, L, S, A, N>>
    : never

/** `useGate`: what has to be in place before anything is sent. */
type Gate = {
  readonly pass: (act: () => void) => unknown
  /** True when the refusal says what is missing: the gate shows it. */
  readonly heard: (failure: Failure | null) => boolean
}
type Options<E extends Endpoint<'changes'>, L> = {
  /** One that is of the live values, as it depends on what is typed, comes before the faults of the fields. */
  readonly gate?: Gate | ((live: L) => Gate)
  /** The draft is dropped already. `isShown`: the review is on the screen and tells it. */
  readonly onDone?: (value: OutputOf<E> | null, isShown: boolean) => void
  /** The form is nothing but its review, which opens by itself. */
  readonly opens?: true
}

const asGiven = <L>(live: L) => live

/**
 * A money form on the screen: the typed text outlives every refusal, the review opens on a right form, and what was
 * confirmed is sent once. A form whose change is done begins anew when its review is closed.
 */
export const useMoneyForm = <E extends Endpoint<'changes'>, T extends Texts, L, S, N>(
  form: MoneyForm<E, T, L, S, L, N>,
  live: L,
  options: Options<E, L> = {},
) => useLiveForm(form, live, asGiven, options)

const isOfQuote = (failure: Failure) =>
  failure.kind === 'refused' && ['quote_expired', 'quote_used', 'quote_unfit'].includes(failure.reason)

/** What is typed, whether the review is on the screen, and whether faults are told while it is typed. */
type Now<T> = { readonly texts: T; readonly isOpen: boolean; readonly isChecked: boolean }

/**
 * The same for a form whose live values depend on what is typed: of a book only what the order would meet. `useLive` is
 * a hook and gets what the form is of, and its state.
 */
export function useLiveForm<E extends Endpoint<'changes'>, T extends Texts, L, S, A, N>(
  form: MoneyForm<E, T, L, S, A, N>,
  about: A,
  useLive: (about: A, now: Now<T>) => L,
  { gate: gateOf, onDone, opens }: Options<E, L> = {},
) {
  const fields = useFields({
    draft: form.draft(about),
    first: form.fields(about),
    ...(form.secrets !== undefined && { secrets: form.secrets }),
    ...(form.fieldOf !== undefined && { fieldOf: () => form.fieldOf ?? {} }),
  })
  const { texts } = fields
  const sending = useSending(form, fields, onDone)
  const { submit, isOpen, seen, end } = sending
  const { state, failure } = submit
  const live = useLive(about, { texts, isOpen, isChecked: fields.touched.size > 0 })
  const gate = typeof gateOf === 'function' ? gateOf(live) : gateOf
  const typedIn = (now: T) => ({ texts: now, live, sums: form.sums(now, live) })
  const typed = typedIn(texts)
  const faults = form.faults(typed)
  const quoted = useQuote(form.quote?.(typed) ?? null)
  const isAgain = form.renews === true && quoted.state === 'lapsed' && !submit.isOpen
  useOnValue(isAgain || null, quoted.renew)
  useRefusals(form, fields, sending, { gate, quoted })
  const gateNow = typeof gateOf === 'function' ? () => gateOf(live) : null
  const begin = (now: typeof typed) => sending.begin(now, quoted)
  const { put, open } = openingOf(form, fields, { about, typedIn, gate, gateNow, begin })
  useOnValue(opens ?? null, () => void open())
  const told = { value: submit.value, sent: sending.sent, failure: state === 'refused' ? failure : null }
  return {
    fields: {
      ...formOf(fields, faults, form.isEarly),
      put,
      set: (name: Name<T>, text: string) => put(partOf<T>(name, text)),
    },
    faults,
    texts,
    live,
    sums: typed.sums,
    seen,
    quoted,
    /** Rests on a quote, and on one that is held. */
    hasQuote: form.quote !== undefined,
    review: form.review?.({ ...typed, seen, quoted, ...told }) ?? null,
    state,
    failure,
    value: submit.value,
    isBusy: submit.isBusy,
    isOpen,
    props: {
      ref: fields.form,
      onSubmit: (event: FormEvent) => {
        event.preventDefault()
        open()
      },
    },
    open,
    send: (pin: string) => sending.send(pin, typed, quoted),
    /** Asks at once for an unknown outcome. */
    again: submit.again,
    close: () => {
      if (state === 'done' && form.after === undefined) fields.clear()
      if (state === 'refused' && failure !== null && fields.isOfField(failure)) fields.refuse(failure)
      end()
    },
  }
}

type FieldsOf<T extends Texts> = ReturnType<typeof useFields<T>>
type Opening<T, L, S, A> = {
  readonly about: A
  readonly typedIn: (texts: T) => Typed<T, L, S>
  readonly gate: Gate | undefined
  /** One that comes before the faults of the fields. */
  readonly gateNow: (() => Gate) | null
  readonly begin: (now: Typed<T, L, S>) => void
}
/** How fields are filled in, and the review asked for. */
function openingOf<E extends Endpoint<'changes'>, T extends Texts, L, S, A, N>(
  form: MoneyForm<E, T, L, S, A, N>,
  fields: FieldsOf<T>,
  { about, typedIn, gate, gateNow, begin }: Opening<T, L, S, A>,
) {
  const { texts } = fields
  const followed = (part: Partial<T>) => ({ ...part, ...form.follows?.({ ...texts, ...part }, texts, about) })
  const put = (part: Partial<T>) => fields.put(followed(part))
  const check = (part: Partial<T>) => {
    const next = { ...texts, ...followed(part) }
    if (Object.keys(part).length > 0) fields.put(next)
    const now = typedIn(next)
    const wrong = form.faults(now)
    fields.begin()
    fields.touch(...fields.names)
    const isRight = fields.names.every((name) => !wrong[name])
    if (!isRight) fields.search()
    else if (gate === undefined || gateNow !== null) begin(now)
    else gate.pass(() => begin(now))
    return isRight
  }
  /** True without a fault; the review opens then, unless the gate shows what is missing. */
  const open = (part: Partial<T> = {}) => {
    if (gateNow === null) return check(part)
    let isRight = false
    gateNow().pass(() => (isRight = check(part)))
    return isRight
  }
  return { put, open }
}

type Quoting = ReturnType<typeof useQuote>

/** What is reviewed and sent, with what was on the screen, and once. */
function useSending<E extends Endpoint<'changes'>, T extends Texts, L, S, A, N>(
  form: MoneyForm<E, T, L, S, A, N>,
  fields: FieldsOf<T>,
  onDone: Options<E, L>['onDone'],
) {
  const [isDirect, setIsDirect] = useState(false)
  const [seen, setSeen] = useState<N | null>(null)
  const [sent, setSent] = useState<InputOf<E> | null>(null)
  const submit = useSubmit(form.call, {
    onDone: (value) => {
      if (form.after === undefined) fields.drop()
      else fields.put(form.after(fields.texts))
      fields.calm()
      onDone?.(value, submit.isOpen && !isDirect)
      if (isDirect || form.review === undefined) end()
    },
  })
  const { state } = submit
  const end = () => {
    setIsDirect(false)
    setSeen(null)
    submit.reset()
  }
  // What was sent by one tap and not carried out is told in the review.
  useOnValue(state === 'refused' || state === 'unknown' || null, () => setIsDirect(false))
  const send = (pin: string, now: Typed<T, L, S>, quoted: Quoting, shown = seen) => {
    const quote = form.quote === undefined ? null : quoted.take()
    const input = form.quote !== undefined && quote === null ? null : form.input(now, { pin, quote, seen: shown })
    if (input === null) return
    setSent(() => input)
    submit.send(input)
  }
  return {
    submit,
    isOpen: submit.isOpen && !isDirect,
    seen,
    sent,
    end,
    send,
    /** Opens the review, or sends at once; a quote that has ended is renewed first. */
    begin: (now: Typed<T, L, S>, quoted: Quoting) => {
      if (form.quote !== undefined && quoted.state !== 'held')
        return quoted.state === 'lapsed' || quoted.state === 'failed' ? quoted.renew() : undefined
      const shown = form.seen?.(now) ?? null
      if (submit.isBusy || (form.seen !== undefined && shown === null)) return
      setSeen(() => shown)
      if (state === 'refused' || state === 'done') submit.reset()
      const isSentAtOnce = form.review === undefined || form.isDirect?.(now) === true
      setIsDirect(isSentAtOnce && form.review !== undefined)
      if (isSentAtOnce) send('', now, quoted, shown)
      else submit.open()
    },
  }
}

/** A refusal is heard by the gate, the quote or the field that it is about. */
function useRefusals<E extends Endpoint<'changes'>, T extends Texts, L, S, A, N>(
  form: MoneyForm<E, T, L, S, A, N>,
  fields: FieldsOf<T>,
  { submit: { state, failure }, end }: ReturnType<typeof useSending<E, T, L, S, A, N>>,
  { gate, quoted }: { readonly gate: Gate | undefined; readonly quoted: Quoting },
) {
  useOnValue(state === 'refused' ? failure : null, (told) => {
    if (gate?.heard(told) === true) return end()
    if (isOfQuote(told)) quoted.lapse()
    if (form.review !== undefined && !isAboutFactor(told)) return
    // A password that was refused is typed anew.
    for (const name of form.secrets ?? []) if (fields.isOfField(told, name)) fields.set(name, '')
    fields.refuse(told)
  })
}

const partOf = <T extends Texts>(name: Name<T>, text: string): Partial<T> => {
  const part: Partial<T> = {}
  return Object.assign(part, { [name]: text })
}
