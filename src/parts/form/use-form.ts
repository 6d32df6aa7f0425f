import { useDraft } from '#src/lib/draft.ts'
import type { Failure } from '#contract/wire/reply.ts'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import type { Fault } from './checks.ts'

type Texts = Record<string, string>
type Name<T> = Extract<keyof T, string>
type Options<T extends Texts> = {
  /** The key under which the draft is stored. */
  readonly draft: string
  readonly first: T
  /** Fields that are never stored: passwords. */
  readonly secrets?: readonly Name<T>[]
  readonly check: (texts: T) => Partial<Record<Name<T>, Fault>>
  /** The field that a refusal belongs to. */
  readonly fieldOf?: (texts: T) => Readonly<Record<string, Name<T>>>
}
/** The fault of a field: the key of a sentence, or a refusal by the server. */
export type FieldFault = string | Failure | null

/**
 * The state of a form: validated on blur, then on every change. Submit is always enabled and focuses the first fault.
 * The input survives a reload and a change of language.
 */
export function useForm<T extends Texts>({ draft, first, secrets = [], check, fieldOf = () => ({}) }: Options<T>) {
  const { texts, change, drop } = useDraft(draft, first, secrets)
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const [refused, setRefused] = useState<ReadonlyMap<string, Failure>>(new Map())
  const [failure, setFailure] = useState<Failure | null>(null)
  const [searches, setSearches] = useState(0)
  const [mayRetry, setMayRetry] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (searches === 0 || form.current === null) return
    // A field of the form may stand outside of it, in the footer of its sheet.
    const fields = [...form.current.querySelectorAll<HTMLElement>('[aria-invalid="true"]'), ...form.current.elements]
    const wrong = fields.find((field) => field.matches('[aria-invalid="true"]'))
    if (wrong instanceof HTMLElement) wrong.focus()
  }, [searches])
  // After a refusal no button of this form is held as a double tap.
  useEffect(() => void form.current?.toggleAttribute('data-retry', mayRetry), [mayRetry])

  const faults = check(texts)
  /** The sentence under a field: the server's refusal, else the local fault. */
  const faultOf = (name: Name<T>): FieldFault =>
    refused.get(name) ?? (touched.has(name) ? (faults[name] ?? null) : null)
  const set = (name: Name<T>, text: string) => {
    const part: Partial<T> = {}
    Object.assign(part, { [name]: text })
    setRefused((now) => new Map([...now].filter(([refusedName]) => refusedName !== name)))
    // The refusal was for the previous input.
    setFailure(null)
    change(part)
  }
  const touch = (...names: readonly Name<T>[]) => setTouched((now) => new Set([...now, ...names]))
  const isRight = (...names: readonly Name<T>[]) => {
    touch(...names)
    const right = names.every((name) => !faults[name])
    if (!right) setSearches((n) => n + 1)
    return right
  }
  const submit = (go: (texts: T) => void) => (event: FormEvent) => {
    event.preventDefault()
    setFailure(null)
    setMayRetry(false)
    if (isRight(...namesOf(first))) go(texts)
  }
  /** Shows a refusal at the field it belongs to and focuses that field; any other belongs to the whole form. */
  const refuse = (refusal: Failure) => {
    setMayRetry(true)
    const name = refusal.kind === 'refused' ? fieldOf(texts)[refusal.reason] : undefined
    if (name === undefined) return setFailure(refusal)
    setRefused((now) => new Map([...now, [name, refusal]]))
    setSearches((n) => n + 1)
  }
  /** Begins anew. */
  const clear = () => {
    change(first)
    setTouched(new Set())
    setRefused(new Map())
  }
  return { form, texts, set, touch, faultOf, isRight, submit, refuse, failure, mayRetry, drop, clear }
}

export type Form<T extends Texts> = ReturnType<typeof useForm<T>>

const namesOf = <T extends Texts>(first: T): Name<T>[] => {
  const names: Name<T>[] = []
  for (const name in first) names.push(name)
  return names
}
