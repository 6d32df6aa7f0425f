import { connectCall, type CallShown } from '#machines/chat/call-shown.ts'
import { useServices } from '#src/actors/services.tsx'
import { useUser } from '#src/actors/use-session.ts'
import { newKey } from '#src/lib/new-key.ts'
import { useCalls } from '#src/stores/calls.ts'
import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { callLogic } from './call.actors.ts'
import { callTab, keepCallTab } from './call-tab.ts'
import { CallPage, type CallActs } from './call-page.tsx'
import { IncomingCall } from './incoming-call.tsx'
import type { CallStreams } from './media.actors.ts'
import { ring } from './ring.ts'

const none: CallStreams = { own: null, other: null }
/** What was heard of is asked for; where it is nothing, the layer goes. */
const idleMs = 15_000

/** Calls, over whatever page is open. */
export function CallLayer({ isCovered }: { readonly isCovered: boolean }) {
  const user = useUser()
  return user === null ? null : <Calls key={user.id} me={String(user.id)} isCovered={isCovered} />
}

type Props = { readonly me: string; readonly isCovered: boolean }
function Calls({ me, isCovered }: Props) {
  const services = useServices()
  const [streams, setStreams] = useState(none)
  const own = useMemo(() => ({ me, tab: callTab() }), [me])
  const logic = useMemo(() => callLogic(services, { ...own, show: setStreams }), [services, own])
  const actor = useActorRef(logic, { input: own })
  const shown = connectCall(useSelector(actor, (now) => now))
  const wish = useCalls((calls) => calls.wish)
  const key = () => newKey(services.serverNow())
  useEffect(() => {
    if (wish === null) return
    useCalls.setState({ wish: null })
    actor.send({ type: 'place', wish, key: newKey(services.serverNow()) })
  }, [wish, actor, services])
  useLeaving(shown)
  useRing(shown)
  const acts: CallActs = {
    accept: (media) => actor.send({ type: 'accept', media, key: key() }),
    again: () => {
      if (shown.other === null) return
      const { userId, userName, avatar } = shown.other
      const { chatGroupId, media } = shown
      actor.send({ type: 'place', wish: { chatGroupId, userId, userName, avatar, media }, key: key() })
    },
    hangUp: () => actor.send({ type: 'hangUp' }),
    dismiss: () => actor.send({ type: 'dismiss' }),
    mute: () => actor.send({ type: shown.isMuted ? 'unmute' : 'mute' }),
    camera: () => actor.send({ type: shown.hasCamera ? 'hideCamera' : 'showCamera' }),
    turn: () => actor.send({ type: 'turnCamera' }),
  }
  // Who calls is nobody's business while the app is locked.
  if (shown.isRinging) return isCovered ? null : <IncomingCall shown={shown} acts={acts} />
  if (shown.isActive || shown.isEnded) return <CallPage shown={shown} streams={streams} acts={acts} />
  return null
}

/** The layer goes when there is no call; a page that goes in the middle of one is found again by its name. */
function useLeaving({ isIdle, isActive }: CallShown) {
  const wasBusy = useRef(false)
  useEffect(() => {
    if (!isIdle) {
      wasBusy.current = true
      return undefined
    }
    const timer = setTimeout(() => useCalls.setState({ isOn: false, wish: null }), wasBusy.current ? 0 : idleMs)
    return () => clearTimeout(timer)
  }, [isIdle])
  useEffect(() => {
    if (!isActive) return undefined
    addEventListener('pagehide', keepCallTab)
    return () => removeEventListener('pagehide', keepCallTab)
  }, [isActive])
}
function useRing({ isRinging, stage, isActive }: CallShown) {
  const kind = isRinging ? 'theirs' : isActive && stage === 'calling' ? 'mine' : null
  useEffect(() => (kind === null ? undefined : ring(kind)), [kind])
}
