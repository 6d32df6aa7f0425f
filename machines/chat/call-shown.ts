import type { SnapshotFrom } from 'xstate'
import { peerSide } from './call-model.ts'
import type { callMachine } from './call.ts'

const stages = ['calling', 'connecting', 'talking'] as const
/** What the page shows of a call. */
export const connectCall = (snapshot: SnapshotFrom<typeof callMachine>) => {
  const { call, wish, over, failure, me, media, cameraFault, peer } = snapshot.context
  const other = call === null ? wish : peerSide(call, me)
  const stage = stages.find((each) => snapshot.matches({ active: { stage: each } })) ?? 'opening'
  return {
    call,
    over,
    failure,
    media: call?.media ?? media,
    cameraFault,
    peer,
    other,
    chatGroupId: call?.chatGroupId ?? wish?.chatGroupId ?? '',
    stage,
    isIdle: snapshot.matches('idle'),
    isRinging: snapshot.matches('ringing'),
    isActive: snapshot.matches('active'),
    /** It is over, and the page says why; a call that was hung up here is gone at once. */
    isEnded: snapshot.matches('ended') || (snapshot.matches('leaving') && over !== null),
    isMending: snapshot.matches({ active: { stage: { talking: 'mending' } } }),
    isMuted: snapshot.matches({ active: { microphone: 'muted' } }),
    hasCamera: snapshot.matches({ active: { camera: 'on' } }),
    isCameraOpening: snapshot.matches({ active: { camera: 'opening' } }),
  }
}
export type CallShown = ReturnType<typeof connectCall>
