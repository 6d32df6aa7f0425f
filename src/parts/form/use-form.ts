import { useDraft } from '#src/lib/draft.ts'
import type { Failure } from '#contract/wire/reply.ts'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import type { Fault, Problem } from './checks.ts'

export type Texts = Record<string, string>
export type Name<T> = Extract<keyof T, string>
export type Faults<T> = Partial<Record<Name<T>, Fault | Problem>>
type FieldOptions<T extends Texts> = {
  /** The key under which the draft is stored. */
  readonly draft: string
  readonly first: T
  /** Fields that are never stored: passwords. */
  readonly secrets?: readonly Name<T>[]
  /** The field that a refusal belongs to. */
  readonly fieldOf?: (texts: T) => Readonly<Record<string, Name<T>>>
}
/** The fault of a field: the key of a sentence, a sentence with its numbers, or a refusal by the server. */
export type FieldFault = Fault | Problem | Failure

/** What was typed, which fields were left, and what the server refused. The input survives a reload. */
export function useFields<T extends Texts>({ draft, first, secrets = [], fieldOf = () => ({}) }: FieldOptions<T>) {
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

  /** Several fields at once. */
  const put = (part: Partial<T>) => {
    setRefused((now) => new Map([...now].filter(([name]) => !(name in part))))
    // The refusal was for the previous input.
    setFailure(null)
    change(part)
  }
  const set = (name: Name<T>, text: string) => {
    const part: Partial<T> = {}
    put(Object.assign(part, { [name]: text }))
  }
  const search = () => setSearches((n) => n + 1)
  const fieldFor = (refusal: Failure) => (refusal.kind === 'refused' ? fieldOf(texts)[refusal.reason] : undefined)
  /** Shows a refusal at the field it belongs to and focuses that field; any other belongs to the whole form. */
  const refuse = (refusal: Failure) => {
    setMayRetry(true)
    const name = fieldFor(refusal)
    if (name === undefined) return setFailure(refusal)
    setRefused((now) => new Map([...now, [name, refusal]]))
    search()
  }
  /** Begins anew, and forgets the draft. */
  const clear = () => {
    change(first)
    drop()
    setTouched(new Set())
    setRefused(new Map())
  }
  return {
    form,
    texts,
    names: namesOf(first),
    set,
    put,
    touch: (...names: readonly Name<T>[]) => setTouched((now) => new Set([...now, ...names])),
    touched,
    refused,
    refuse,
    /** A refusal that is about one field, or about this one. */
    isOfField: (refusal: Failure, name = fieldFor(refusal)) => name !== undefined && fieldFor(refusal) === name,
    search,
    failure,
    mayRetry,
    begin: () => {
      setFailure(null)
      setMayRetry(false)
    },
    /** No field shows its fault before it is left again. */
    calm: () => setTouched(new Set()),
    drop,
    clear,
  }
}
type Fields<T extends Texts> = ReturnType<typeof useFields<T>>

/** The fields with what is wrong in them; `isEarly`: told while it is typed. */
export const formOf = <T extends Texts>(
  { names, ...fields }: Fields<T>,
  faults: Faults<T>,
  isEarly: (fault: Fault | Problem) => boolean = () => false,
) => {
  const isRight = (...asked: readonly Name<T>[]) => {
    fields.touch(...asked)
    const right = asked.every((name) => !faults[name])
    if (!right) fields.search()
    return right
  }
  return {
    ...fields,
    /** What stands under a field: the server's refusal, else the local fault. */
    faultOf: (name: Name<T>): FieldFault => {
      const fault = faults[name] ?? null
      return fields.refused.get(name) ?? (fields.touched.has(name) || isEarly(fault) ? fault : null)
    },
    isRight,
    submit: (go: (texts: T) => void) => (event: FormEvent) => {
      event.preventDefault()
      fields.begin()
      if (isRight(...names)) go(fields.texts)
    },
  }
}
export type Form<T extends Texts> = ReturnType<typeof formOf<T>>

/**
 * The state of a form: validated on blur, then on every change. Submit is always enabled and focuses the first fault.
 * The input survives a reload and a change of language.
 */
export function useForm<T extends Texts>({
  check,
  ...options
}: FieldOptions<T> & { readonly check: (texts: T) => Faults<T> }): Form<T> {
  const fields = useFields(options)
  return formOf(fields, check(fields.texts))
}

const namesOf = <T extends Texts>(first: T): Name<T>[] => {
  const names: Name<T>[] = []
  for (const name in first) names.push(name)
  return names
}
