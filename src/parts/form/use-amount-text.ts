import { marksOf } from '#src/lib/format.ts'
import { heldAmount, heldFault, shownAmount, type AmountFault } from '#src/lib/read-amount.ts'
import { useState } from 'react'

type Options = {
  /** What the form holds: a plain decimal, or a text that is no number. */
  readonly held: string
  readonly onChange: (held: string) => void
  readonly scale: number
  readonly unit: string
  readonly lang: string
}
export type AmountText = {
  readonly text: string
  readonly fault: AmountFault | null
  /** A plain decimal as the language writes it. */
  readonly said: (decimal: string) => string
  readonly type: (text: string) => void
  readonly choose: (decimal: string) => void
  readonly focus: () => void
  readonly blur: () => void
}

/**
 * The text of an amount field. The form holds a plain decimal, so that a change of language writes it anew and never reads
 * it anew; while one types, the text stays exactly as it was typed.
 */
export function useAmountText({ held, onChange, scale, unit, lang }: Options): AmountText {
  const marks = marksOf(lang)
  const grammar = { marks, scale, unit }
  const [typed, setTyped] = useState<string | null>(null)
  const [isFocused, setIsFocused] = useState(false)
  // Somebody else may have filled the field meanwhile: a slider, a level of the book, a sent order.
  const isOwn = typed !== null && heldAmount(typed, grammar) === held
  return {
    text: isOwn ? typed : shownAmount(held, marks, !isFocused),
    fault: heldFault(held, grammar),
    said: (decimal) => shownAmount(decimal, marks, true),
    type: (text) => {
      setTyped(text)
      onChange(heldAmount(text, grammar))
    },
    choose: (decimal) => {
      setTyped(null)
      onChange(decimal)
    },
    focus: () => setIsFocused(true),
    blur: () => {
      setTyped(null)
      setIsFocused(false)
    },
  }
}
