import { Refusal } from '#server/core/refusal.ts'
import type { Answers, HeardAnswer, Kind, Questions, SentQuestion } from './wire.ts'

/** After so long without an answer a question is asked again, under its number. */
const againMs = 1000

type Open = {
  readonly question: SentQuestion
  readonly done: (value: never) => void
  readonly fail: (thrown: unknown) => void
  readonly until: number
  /** When it was last sent; null before that. */
  sentAt: number | null
}
type Ports = {
  /** True while a venue is heard: nothing is sent otherwise. */
  isThere: () => boolean
  /** Sends questions, or says that this gateway is there. */
  send: (asked: readonly SentQuestion[]) => void
  onResend: (count: number) => void
}
/** `isOnce`: it must not be decided twice, and no key keeps it from that. */
type Asking = { forMs: number; isOnce?: boolean }
const steady = () => performance.now()
/** Whoever asks does not know what became of it. */
const unknown = () => new Refusal('fault')

/**
 * The questions of one gateway. Those of one turn of the event loop leave together; one that has no answer is asked
 * again, also of the next venue that leads, until its time is over.
 */
export function createQuestions({ isThere, send, onResend }: Ports) {
  const open = new Map<number, Open>()
  let last = 0
  let waiting: SentQuestion[] = []
  const flush = () => {
    if (waiting.length === 0 || !isThere()) return
    const asked = waiting
    waiting = []
    const at = steady()
    for (const { i } of asked) {
      const one = open.get(i)
      if (one) one.sentAt = at
    }
    send(asked)
  }
  const add = (question: SentQuestion) => {
    if (waiting.length === 0) setImmediate(flush)
    waiting.push(question)
  }
  const end = (i: number, thrown: unknown) => {
    const one = open.get(i)
    open.delete(i)
    waiting = waiting.filter((each) => each.i !== i)
    one?.fail(thrown)
  }
  /** Asks again what was sent before this instant. */
  const askAgain = (before = Infinity) => {
    const again = [...open.values()].filter(({ sentAt }) => sentAt !== null && sentAt <= before)
    if (again.length === 0) return
    onResend(again.length)
    for (const one of again) {
      one.sentAt = null
      add(one.question)
    }
  }
  return {
    ask: <K extends Kind>(kind: K, args: Questions[K], { forMs, isOnce }: Asking): Promise<Answers[K]> =>
      new Promise((done, fail) => {
        const i = (last += 1)
        const question: SentQuestion = { i, kind, args, ...(isOnce && { once: true }) }
        open.set(i, { question, done, fail, until: steady() + forMs, sentAt: null })
        add(question)
      }),
    /** What nobody waits for an answer to; lost while no venue is heard. */
    say: <K extends Kind>(kind: K, args: Questions[K]): void => {
      const question: SentQuestion = { i: (last += 1), kind, args }
      if (isThere()) add(question)
    },
    take: (answer: HeardAnswer) => {
      const one = open.get(answer.i)
      if (!one) return
      open.delete(answer.i)
      if ('bug' in answer) one.fail(new Error(answer.bug))
      else if ('reason' in answer) one.fail(new Refusal(answer.reason, answer.params))
      // In JSON the answer to what only refuses has no value.
      else one.done(answer.value)
    },
    flush,
    askAgain: () => askAgain(),
    /** Another venue answers from now on: it cannot tell whether what must be decided once was. */
    beginAnew: () => {
      for (const [i, { question, sentAt }] of open) if (question.once && sentAt !== null) end(i, unknown())
      askAgain()
    },
    /** Called every `beatMs`. */
    beat: () => {
      const at = steady()
      for (const [i, { until }] of open) if (at > until) end(i, unknown())
      askAgain(at - againMs)
      if (waiting.length > 0 && isThere()) flush()
      else send([])
    },
    stop: () => [...open.keys()].forEach((i) => end(i, unknown())),
  }
}
