import { useDraft } from '#src/lib/draft.ts'
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
}

/**
 * A form after the rules of the house: checked on blur, then live; submit always works and moves the focus to the first
 * fault; what is typed outlives a reload and a change of language.
 */
export function useForm<T extends Texts>({ draft, first, secrets = [], check }: Options<T>) {
  const { texts, change, drop } = useDraft(draft, first, secrets)
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map())
  const [searches, setSearches] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (searches > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [searches])

  const faults = check(texts)
  /** The sentence under a field: what the venue refused it for, else what is wrong with it. */
  const faultOf = (name: Name<T>): Fault => refused.get(name) ?? (touched.has(name) ? (faults[name] ?? null) : null)
  const set = (name: Name<T>, text: string) => {
    const part: Partial<T> = {}
    Object.assign(part, { [name]: text })
    setRefused((now) => new Map([...now].filter(([refusedName]) => refusedName !== name)))
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
    if (isRight(...namesOf(first))) go(texts)
  }
  /** The venue refused one field: its sentence stands there and the focus goes there. */
  const refuse = (name: Name<T>, key: string) => {
    setRefused((now) => new Map([...now, [name, key]]))
    setSearches((n) => n + 1)
  }
  return { form, texts, set, touch, faultOf, isRight, submit, refuse, drop }
}

const namesOf = <T extends Texts>(first: T): Name<T>[] => {
  const names: Name<T>[] = []
  for (const name in first) names.push(name)
  return names
}
