/** How late something late is, in milliseconds of the box. */
export const lateMs = 3000
/** What may happen to a call on its way; each once to one call. */
export const callFaults = [
  'request_lost',
  'answer_lost',
  'failed_before',
  'failed_after',
  'twice',
  'late',
  'limited',
  'logged_out',
  'wrong_scope',
  'read_only',
  'cut',
  'trickle',
  'killed_before',
  'killed_after',
  'outage',
] as const
/** What may happen to a push, or to a line. */
export const lineFaults = [
  'push_lost',
  'push_twice',
  'push_swapped',
  'push_late',
  'line_cut',
  'half_open',
  'sent_away',
  'gap',
  'wrong_sum',
  'slow_reader',
  'auth_refused',
] as const
export type CallFault = (typeof callFaults)[number]
type LineFault = (typeof lineFaults)[number]
export type Fault = CallFault | LineFault
export const faultNames: readonly string[] = [...callFaults, ...lineFaults]
export const isFault = (name: string): name is Fault => faultNames.includes(name)

/** Chances in [0, 1) of each fault, and how long a call travels, in milliseconds of the box. */
export type Weather = {
  readonly chances: Readonly<Partial<Record<Fault, number>>>
  readonly ms: number
  readonly jitterMs: number
}
/** Weathers by name; docs/builders.md lists their numbers. */
export const weathers: Readonly<Record<string, Weather>> = {
  calm: { chances: {}, ms: 0, jitterMs: 0 },
  wifi: { chances: { request_lost: 0.01, answer_lost: 0.02, late: 0.02, push_lost: 0.005 }, ms: 20, jitterMs: 15 },
  metro: {
    chances: { request_lost: 0.05, answer_lost: 0.05, late: 0.1, twice: 0.02, line_cut: 0.001, push_late: 0.05 },
    ms: 120,
    jitterMs: 200,
  },
  storm: {
    chances: {
      request_lost: 0.1,
      answer_lost: 0.15,
      failed_before: 0.05,
      failed_after: 0.05,
      twice: 0.05,
      late: 0.1,
      cut: 0.03,
      trickle: 0.03,
      push_lost: 0.03,
      push_twice: 0.03,
      push_swapped: 0.03,
      push_late: 0.03,
      gap: 0.005,
      wrong_sum: 0.005,
      line_cut: 0.005,
      half_open: 0.001,
    },
    ms: 60,
    jitterMs: 120,
  },
  maintenance: {
    chances: { failed_before: 0.4, limited: 0.1, line_cut: 0.01, killed_before: 0.01, killed_after: 0.01 },
    ms: 10,
    jitterMs: 10,
  },
  friday: { chances: { limited: 0.3, late: 0.3, failed_after: 0.05 }, ms: 200, jitterMs: 400 },
}
export const calm = weathers['calm'] ?? { chances: {}, ms: 0, jitterMs: 0 }

/** Which fault meets a call or a push, if one does. */
export type Draw = (names: readonly Fault[], path: string) => Fault | null
