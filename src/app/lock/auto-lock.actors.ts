import { passkeys } from '#contract/account/passkey.ts'
import { account } from '#contract/account/account.ts'
import {
  autoLockMachine,
  lockStateOf,
  type LockMark,
  type Proven,
  type Sight,
  type TwoClocks,
  type UnlockProof,
} from '#machines/session/auto-lock.ts'
import type { Services } from '#src/actors/services.tsx'
import { newKey } from '#src/lib/new-key.ts'
import { signWithPasskey } from '#src/lib/passkey/ceremony.ts'
import type { PasskeyOutcome } from '#src/lib/passkey/support.ts'
import { useAutoLock } from '#src/stores/auto-lock.ts'
import { followMark, readMark, writeMark } from '#src/stores/lock-mark.ts'
import { useSession, type SessionState } from '#src/stores/session.ts'
import { createActor, fromPromise, type ActorRefFrom } from 'xstate'

const everyMs = 1000
/** What counts as touching the app. Each is noted once a second at most. */
const touches = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove'] as const

type Ports = Pick<Services, 'request' | 'serverNow'>
export type AutoLockActor = ActorRefFrom<typeof autoLockMachine>

/** Asks for a challenge that unlocks; it is good once and for minutes, so each signature begins with one of its own. */
export const unlockOffer = ({ request }: Pick<Ports, 'request'>) => request.change(passkeys.beginUnlock, {}, newKey())
/** Has a passkey sign a new challenge that unlocks. */
export const signToUnlock = async (ports: Pick<Ports, 'request'>, signal: AbortSignal): Promise<PasskeyOutcome> => {
  const offer = await unlockOffer(ports)
  if (!offer.ok) return offer
  // It may have been removed on another device since it was offered here.
  return offer.value.passkey === null ? { ok: false, fault: 'unusable' } : signWithPasskey(offer.value.passkey, signal)
}

/** Connects the machine to the venue and to the mark of this browser. */
export const autoLockLogic = ({
  request,
  clocks,
  shareMark,
}: Pick<Ports, 'request'> & { readonly clocks: () => TwoClocks; readonly shareMark: (mark: LockMark) => void }) =>
  autoLockMachine.provide({
    actors: {
      prove: fromPromise<Proven, UnlockProof>(async ({ input, signal }) => {
        const reply =
          'passkey' in input
            ? await request.change(passkeys.unlock, { answer: input.passkey }, newKey(), { signal })
            : await request.change(account.unlock, { password: input.password }, newKey(), { signal })
        return { reply, at: clocks() }
      }),
    },
    actions: { shareMark: (_, { mark }) => shareMark(mark) },
  })

/**
 * Runs the lock by the mark of this browser, the session and the hands on this page. Returns the running actor and what
 * stops it.
 */
export const startAutoLock = (
  { request, serverNow }: Ports,
  steadyMs: () => number = () => performance.now(),
): { readonly actor: AutoLockActor; readonly stop: () => void } => {
  const clocks = (): TwoClocks => ({ serverMs: serverNow(), deviceMs: Date.now() })
  const sight = (): Sight => ({ at: clocks(), mark: readMark() })
  const actor = createActor(autoLockLogic({ request, clocks, shareMark: writeMark }), { input: { mark: readMark() } })
  const read = () => actor.send({ type: 'mark.read', sight: sight() })
  const follow = (now: Pick<SessionState, 'phase'>, before: Pick<SessionState, 'phase'>) => {
    if (now.phase === before.phase) return
    if (now.phase !== 'in')
      return before.phase === 'in' || now.phase === 'out'
        ? actor.send({ type: 'login.ended', sight: sight() })
        : undefined
    if (before.phase === 'restoring') return actor.send({ type: 'login.restored', sight: sight() })
    return actor.send({ type: 'login.begun', sight: sight() })
  }
  let touchedAt = Number.NEGATIVE_INFINITY
  const touch = () => {
    const at = steadyMs()
    if (at - touchedAt < everyMs && at >= touchedAt) return
    touchedAt = at
    actor.send({ type: 'touch', sight: sight() })
  }
  actor.subscribe((snapshot) => useAutoLock.setState({ state: lockStateOf(snapshot) }))
  actor.start()
  follow(useSession.getState(), { phase: 'restoring' })
  const timer = setInterval(read, everyMs)
  const stops = [useSession.subscribe(follow), followMark(read)]
  for (const event of touches) addEventListener(event, touch, { capture: true, passive: true })
  document.addEventListener('visibilitychange', read)
  for (const event of ['focus', 'pageshow']) addEventListener(event, read)
  const stop = () => {
    clearInterval(timer)
    for (const end of stops) end()
    for (const event of touches) removeEventListener(event, touch, { capture: true })
    document.removeEventListener('visibilitychange', read)
    for (const event of ['focus', 'pageshow']) removeEventListener(event, read)
    actor.stop()
    useAutoLock.setState({ state: 'unsure' })
  }
  return { actor, stop }
}
