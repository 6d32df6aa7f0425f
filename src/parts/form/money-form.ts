import type { Endpoint, InputOf, OutputOf } from '#contract/wire/endpoint.ts'
import { useSubmit } from '#src/actors/use-submit.ts'
import type { ReviewSheet } from '#src/parts/trade/review-sheet.tsx'
import type { ComponentProps } from 'react'
import type { Fault } from './checks.ts'
import { useForm } from './use-form.ts'

type Texts = Record<string, string>
type Name<T> = Extract<keyof T, string>
type Typed<T, L, S> = { readonly texts: T; readonly live: L; readonly sums: S }
/** What is read before it is confirmed, and what is told once it is done. */
export type Review = Pick<
  ComponentProps<typeof ReviewSheet>,
  'title' | 'rows' | 'confirm' | 'hold' | 'needsPin' | 'note' | 'doneTitle' | 'done'
> & {
  /** Where a closed review leads once the change is done. */
  readonly next?: string
}

/** A form that moves money, as a value: pure functions of what is typed and of what is live, such as a balance. */
type MoneyForm<E extends Endpoint<'changes'>, T extends Texts, L, S> = {
  readonly call: E
  /** The key under which the typed text is stored over a reload. */
  readonly draft: (live: L) => string
  readonly fields: (live: L) => T
  /** Fields that are never stored. */
  readonly secrets?: readonly Name<T>[]
  /** What the typed text comes to. */
  readonly sums: (texts: T, live: L) => S
  /** Why a field cannot be sent, as the key of its sentence; the review opens only without faults. */
  readonly faults: (typed: Typed<T, L, S>) => Partial<Record<Name<T>, Fault>>
  /** What is sent; null while it cannot be. */
  readonly input: (typed: Typed<T, L, S>, pin: string) => InputOf<E> | null
  readonly review: (typed: Typed<T, L, S> & { readonly value: OutputOf<E> | null }) => Review
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
 *       review: ({ sums, live: { t } }) => ({ title: t('lock'), rows: [{ name: t('amount'), value: sums.amount }], … }),
 *     })
 *     const form = useMoneyForm(lockForm, { free, t })
 *     <MoneyPage form={form} label={t('lock')} button={t('review')}>
 *       <MoneyField fields={form.fields} name="amount" label={t('amount')} unit="USDT" scale={6} />
 *     </MoneyPage>
 */
export const moneyForm =
  <L>() =>
  <E extends Endpoint<'changes'>, T extends Texts, S>(form: MoneyForm<E, T, L, S>) =>
    form

/** What the hook gives for a form. */
export type MoneyFormOf<F> =
  F extends MoneyForm<infer E, infer T, infer L, infer S> ? ReturnType<typeof useMoneyForm<E, T, L, S>> : never

type Options<E extends Endpoint<'changes'>> = {
  /** The draft is dropped already, and the review tells the outcome. */
  readonly onDone?: (value: OutputOf<E> | null) => void
}

/**
 * A money form on the screen: the typed text outlives every refusal, the review opens on a right form, and what was
 * confirmed is sent once. A form whose change is done begins anew when its review is closed.
 */
export function useMoneyForm<E extends Endpoint<'changes'>, T extends Texts, L, S>(
  form: MoneyForm<E, T, L, S>,
  live: L,
  { onDone }: Options<E> = {},
) {
  const typedIn = (texts: T) => ({ texts, live, sums: form.sums(texts, live) })
  const fields = useForm({
    draft: form.draft(live),
    first: form.fields(live),
    check: (texts) => form.faults(typedIn(texts)),
    ...(form.secrets !== undefined && { secrets: form.secrets }),
  })
  const submit = useSubmit(form.call, {
    onDone: (value) => {
      fields.drop()
      onDone?.(value)
    },
  })
  const typed = typedIn(fields.texts)
  return {
    fields,
    submit,
    texts: typed.texts,
    sums: typed.sums,
    review: form.review({ ...typed, value: submit.value }),
    props: { ref: fields.form, onSubmit: fields.submit(submit.open) },
    send: (pin: string) => {
      const input = form.input(typed, pin)
      if (input !== null) submit.send(input)
    },
    close: () => {
      if (submit.state === 'done') fields.clear()
      submit.reset()
    },
  }
}
