import { useDraft } from '#src/lib/draft.ts'
import type { Failure } from '#contract/wire/reply.ts'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import type { Fault } from './checks.ts'

type Texts = Record<string, string>
type Name<T> = Extract<keyof T, string>
type Options<T extends Texts> = {
  /** The name the draft is kept under. */
  readonly draft: string
  readonly first: T
  /** Fields that are never kept: passwords. */
  readonly secrets?: readonly Name<T>[]
  readonly check: (texts: T) => Partial<Record<Name<T>, Fault>>
  /** Which field a refusal belongs to. */
  readonly fieldOf?: (texts: T) => Readonly<Record<string, Name<T>>>
}
/** What stands under a field: the key of a sentence, or the refusal of the venue. */
export type FieldFault = string | Failure | null

/**
 * A form after the rules of the house: checked on blur, then live; submit always works and moves the focus to the first
 * fault; what is typed outlives a reload and a change of language.
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
    if (searches > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [searches])

  const faults = check(texts)
  /** The sentence under a field: what the venue refused it for, else what is wrong with it. */
  const faultOf = (name: Name<T>): FieldFault => refused.get(name) ?? (touched.has(name) ? (faults[name] ?? null) : null)
  const set = (name: Name<T>, text: string) => {
    const part: Partial<T> = {}
    Object.assign(part, { [name]: text })
    setRefused((now) => new Map([...now].filter(([refusedName]) => refusedName !== name)))
    // What was refused is not what stands there now.
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
  /** A refusal that belongs to a field stands there and takes the focus there; any other is the form's own. */
  const refuse = (refusal: Failure) => {
    setMayRetry(true)
    const name = refusal.kind === 'refused' ? fieldOf(texts)[refusal.reason] : undefined
    if (name === undefined) return setFailure(refusal)
    setRefused((now) => new Map([...now, [name, refusal]]))
    setSearches((n) => n + 1)
  }
  return { form, texts, set, touch, faultOf, isRight, submit, refuse, failure, mayRetry, drop }
}

export type Form<T extends Texts> = ReturnType<typeof useForm<T>>

const namesOf = <T extends Texts>(first: T): Name<T>[] => {
  const names: Name<T>[] = []
  for (const name in first) names.push(name)
  return names
}
