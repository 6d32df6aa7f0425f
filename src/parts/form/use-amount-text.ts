import { marksOf } from '#contract/wire/money-text.ts'
import { heldAmount, heldFault, shownAmount, type AmountFault } from '#src/lib/read-amount.ts'
import { useState, type FocusEvent } from 'react'
import { flushSync } from 'react-dom'

type Options = {
  /** The form's value: a plain decimal, or a text that is not a number. */
  readonly held: string
  readonly onChange: (held: string) => void
  readonly scale: number
  readonly unit: string
  readonly lang: string
}
export type AmountText = {
  readonly text: string
  readonly fault: AmountFault | null
  /** A plain decimal in the number format of the language. */
  readonly format: (decimal: string) => string
  readonly type: (text: string, isBulk: boolean) => void
  readonly choose: (decimal: string) => void
  /**
   * Replaces the grouped text by a plain one, which loses the selection, so all of it is selected: what is typed after
   * a tab replaces the old amount and is never appended to it. A second click places the caret.
   */
  readonly focus: (event: FocusEvent<HTMLInputElement>) => void
  readonly blur: () => void
}

/**
 * The text of an amount field. The form stores a plain decimal, so that a change of language only reformats it and
 * never parses it again; while the user types, the text stays exactly as typed.
 */
export function useAmountText({ held, onChange, scale, unit, lang }: Options): AmountText {
  const marks = marksOf(lang)
  const grammar = { marks, scale, unit }
  const [typed, setTyped] = useState<{ readonly text: string; readonly isPasted: boolean } | null>(null)
  const [isFocused, setIsFocused] = useState(false)
  // The value may have been set from outside: by a slider, a level of the book, or the reset after an order.
  const isOwn = typed !== null && heldAmount(typed.text, grammar, typed.isPasted) === held
  return {
    text: isOwn ? typed.text : shownAmount(held, marks, !isFocused),
    fault: heldFault(held, grammar),
    format: (decimal) => shownAmount(decimal, marks, true),
    type: (text, isBulk) => {
      // What was pasted stays so while it is edited, until the field is empty.
      const isPasted = text !== '' && (isBulk || typed?.isPasted === true)
      setTyped({ text, isPasted })
      onChange(heldAmount(text, grammar, isPasted))
    },
    choose: (decimal) => {
      setTyped(null)
      onChange(decimal)
    },
    focus: ({ currentTarget }) => {
      flushSync(() => setIsFocused(true))
      currentTarget.select()
    },
    blur: () => {
      setTyped(null)
      setIsFocused(false)
    },
  }
}
