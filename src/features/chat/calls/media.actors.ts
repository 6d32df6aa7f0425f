import type { Call, CallWay } from '#contract/chat/chat-call.ts'
import {
  peerSide,
  type DeviceFault,
  type MediaInput,
  type MediaOrder,
  type MediaReport,
} from '#machines/chat/call-model.ts'
import { fromCallback } from 'xstate'

/** What is seen and heard of a call; a new value each time a stream changes. */
export type CallStreams = { readonly own: MediaStream | null; readonly other: MediaStream | null }
export type MediaPorts = {
  readonly me: string
  readonly servers: () => Promise<RTCIceServer[]>
  /** Says how this device is reached; true once the venue has taken it or the call is over. */
  readonly say: (call: Call, way: CallWay) => Promise<boolean>
  /** Reads how the other device is reached. */
  readonly readWay: () => Promise<CallWay | null>
  /** Tells the venue that a way was found. */
  readonly connected: (call: Call) => Promise<boolean>
  readonly show: (streams: CallStreams) => void
  readonly nowMs: () => number
}

const faultOf = (error: unknown): DeviceFault =>
  error instanceof DOMException && (error.name === 'NotAllowedError' || error.name === 'SecurityError')
    ? 'denied'
    : 'absent'
/** Candidates are said together, as few times as there are pauses between them. */
const sayAfterMs = 300
const retryMs = 2000
/** A line that broke is often whole again by itself; after that another attempt is made, again and again. */
const attemptMs = 5000
const sound = { echoCancellation: true, noiseSuppression: true }
const first = () => (crypto.getRandomValues(new Uint16Array(1))[0] ?? 0) % 4000

/** The microphone and the camera of this device. */
const createDevices = (changed: () => void) => {
  const stream = new MediaStream()
  let isBack = false
  const openCamera = async () => {
    const opened = await navigator.mediaDevices.getUserMedia({
      video: { facingMode: isBack ? 'environment' : 'user', width: { ideal: 1280 }, height: { ideal: 720 } },
    })
    for (const track of stream.getVideoTracks()) drop(track)
    for (const track of opened.getVideoTracks()) stream.addTrack(track)
    changed()
  }
  const drop = (track: MediaStreamTrack) => {
    track.stop()
    stream.removeTrack(track)
  }
  return {
    stream,
    openMicrophone: async () => {
      const opened = await navigator.mediaDevices.getUserMedia({ audio: sound })
      for (const track of opened.getAudioTracks()) stream.addTrack(track)
    },
    openCamera,
    /** The camera on the other side of a phone. */
    turn: () => {
      isBack = !isBack
      return openCamera()
    },
    closeCamera: () => {
      for (const track of stream.getVideoTracks()) drop(track)
      changed()
    },
    mute: (isMuted: boolean) => {
      for (const track of stream.getAudioTracks()) track.enabled = !isMuted
    },
    close: () => {
      for (const track of stream.getTracks()) drop(track)
    },
    trackOf: (kind: 'audio' | 'video') => stream.getTracks().find((track) => track.kind === kind) ?? null,
  }
}
type Devices = ReturnType<typeof createDevices>

type PeerPorts = {
  readonly devices: Devices
  readonly servers: RTCIceServer[]
  readonly onWay: () => void
  readonly onState: (state: RTCPeerConnectionState) => void
  readonly onStream: (stream: MediaStream) => void
}
/** One connection to the other device; each attempt has its own. */
const createPeer = ({ devices, servers, onWay, onState, onStream }: PeerPorts) => {
  const pc = new RTCPeerConnection({ iceServers: servers })
  const other = new MediaStream()
  const seen = new Set<string>()
  pc.addEventListener('icecandidate', onWay)
  pc.addEventListener('connectionstatechange', () => onState(pc.connectionState))
  pc.addEventListener('track', ({ track }) => {
    other.addTrack(track)
    onStream(other)
  })
  const sendTracks = async () => {
    for (const { sender, receiver } of pc.getTransceivers())
      await sender.replaceTrack(devices.trackOf(receiver.track.kind === 'audio' ? 'audio' : 'video'))
  }
  /** What a whole description tells beyond what is known of it already. */
  const takeCandidates = async (sdp: string) => {
    for (const part of sdp.split(/\r?\n(?=m=)/).slice(1)) {
      const sdpMid = /^a=mid:(.*)$/m.exec(part)?.[1]?.trim() ?? ''
      for (const [, candidate = ''] of part.matchAll(/^a=(candidate:.*)$/gm)) {
        const name = `${sdpMid} ${candidate.trim()}`
        if (seen.has(name)) continue
        seen.add(name)
        await pc.addIceCandidate({ candidate: candidate.trim(), sdpMid }).catch(() => undefined)
      }
    }
  }
  return {
    sendTracks,
    sdp: () => pc.localDescription?.sdp ?? '',
    offer: async () => {
      for (const kind of ['audio', 'video'] as const) pc.addTransceiver(kind, { direction: 'sendrecv' })
      await sendTracks()
      await pc.setLocalDescription()
      onWay()
    },
    answer: async (sdp: string) => {
      await pc.setRemoteDescription({ type: 'offer', sdp })
      for (const transceiver of pc.getTransceivers()) transceiver.direction = 'sendrecv'
      await sendTracks()
      await pc.setLocalDescription()
      onWay()
    },
    /** Takes what the other device says of the connection that this one has begun, or says further of it. */
    take: async (sdp: string) => {
      if (pc.signalingState === 'have-local-offer') await pc.setRemoteDescription({ type: 'answer', sdp })
      else if (pc.signalingState === 'stable') await takeCandidates(sdp)
    },
    close: () => pc.close(),
  }
}
type Peer = ReturnType<typeof createPeer>

type Line = {
  readonly ports: MediaPorts
  readonly devices: Devices
  readonly report: (event: MediaReport) => void
  readonly isMuted: () => boolean
  readonly isOver: () => boolean
}
/** Does something once after a while, however often it was wanted meanwhile. */
const createLater = (ms: number, work: () => void) => {
  let timer: ReturnType<typeof setTimeout> | null = null
  const stop = () => {
    if (timer !== null) clearTimeout(timer)
    timer = null
  }
  return {
    stop,
    soon: () => {
      timer ??= setTimeout(() => {
        timer = null
        work()
      }, ms)
    },
  }
}
type Told = () => { readonly call: Call; readonly way: CallWay } | null
/** Says how this device is reached: one after the other, so that the venue holds the newest, and until it is taken. */
const createSayer = ({ ports, isOver }: Pick<Line, 'ports' | 'isOver'>, told: Told) => {
  let isSaying = false
  const say = async () => {
    const now = told()
    if (now === null || isOver()) return
    if (isSaying) return later.soon()
    isSaying = true
    const isTaken = await ports.say(now.call, now.way)
    isSaying = false
    if (!isTaken) again.soon()
  }
  const later = createLater(sayAfterMs, () => void say())
  const again = createLater(retryMs, () => void say())
  return {
    soon: later.soon,
    stop: () => {
      later.stop()
      again.stop()
    },
  }
}

/** Reports what becomes of a connection, tells the venue of a way that was found, and asks for another when one breaks. */
const createWatch = (
  { ports, report, isOver }: Pick<Line, 'ports' | 'report' | 'isOver'>,
  callNow: () => Call | null,
  mend: () => void,
) => {
  const tellConnected = async () => {
    const call = callNow()
    if (call !== null && !isOver() && !(await ports.connected(call))) again.soon()
  }
  const again = createLater(retryMs, () => void tellConnected())
  const mender = createLater(attemptMs, () => {
    if (isOver()) return
    mend()
    mender.soon()
  })
  return {
    onState: (state: RTCPeerConnectionState) => {
      if (state === 'connected') {
        mender.stop()
        report({ type: 'line.up' })
        if (callNow()?.status === 'answered') void tellConnected()
      } else if (state === 'disconnected' || state === 'failed') {
        report({ type: 'line.broken', atMs: ports.nowMs() })
        mender.soon()
      }
    },
    stop: () => {
      mender.stop()
      again.stop()
    },
  }
}

/** The connection of the newest attempt; an older one is closed, and nothing of it is heard any more. */
const createPeers = (
  { ports, devices, isOver }: Pick<Line, 'ports' | 'devices' | 'isOver'>,
  onWay: () => void,
  onState: (state: RTCPeerConnectionState) => void,
) => {
  let peer: Peer | null = null
  let servers: RTCIceServer[] | null = null
  return {
    peer: () => peer,
    open: async () => {
      servers ??= await ports.servers()
      peer?.close()
      const made: Peer = createPeer({
        devices,
        servers,
        onWay,
        onState: (state) => {
          if (made === peer && !isOver()) onState(state)
        },
        onStream: (other) => ports.show({ own: devices.stream, other }),
      })
      peer = made
      return made
    },
    close: () => peer?.close(),
  }
}

/** One thing after the other: descriptions of two attempts must not cross. */
const createTurns = (isOver: () => boolean) => {
  let chain = Promise.resolve()
  return (work: () => Promise<void>) => {
    chain = chain.then(() => (isOver() ? undefined : work())).catch(() => undefined)
  }
}

/** The line between the two devices: the caller offers, the called one answers, and both begin anew when it breaks. */
const createLine = ({ ports, devices, report, isMuted, isOver }: Line) => {
  let call: Call | null = null
  let attempt = first()
  let again = first()
  let heardAgain: number | null = null
  let read = -1
  const inTurn = createTurns(isOver)
  const isCaller = () => call?.caller.userId === ports.me
  const sayer = createSayer({ ports, isOver }, () => {
    if (call === null) return null
    const sdp = peer()?.sdp() ?? ''
    const kind = sdp === '' ? 'none' : isCaller() ? 'offer' : 'answer'
    const hasCamera = devices.trackOf('video') !== null
    return { call, way: { kind, attempt, sdp, again, isMuted: isMuted(), hasCamera } }
  })
  const watch = createWatch(
    { ports, report, isOver },
    () => call,
    () => {
      if (isCaller()) return inTurn(begin)
      again += 1
      sayer.soon()
    },
  )
  const { peer, open, close } = createPeers({ ports, devices, isOver }, sayer.soon, watch.onState)
  const begin = async () => {
    attempt += 1
    await (await open()).offer()
  }
  const takeAnswer = async (way: CallWay) => {
    const wantsAgain = heardAgain !== null && way.again !== heardAgain
    heardAgain = way.again
    if (wantsAgain) await begin()
    else if (way.kind === 'answer' && way.attempt === attempt) await peer()?.take(way.sdp)
  }
  const takeOffer = async (way: CallWay) => {
    if (way.kind !== 'offer') return
    const begun = peer()
    if (begun !== null && way.attempt === attempt) return begun.take(way.sdp)
    attempt = way.attempt
    await (await open()).answer(way.sdp)
  }
  const hearAgain = createLater(retryMs, () => inTurn(hear))
  const hear = async () => {
    const way = await ports.readWay()
    if (way === null) return hearAgain.soon()
    report({ type: 'peer.told', isMuted: way.isMuted, hasCamera: way.hasCamera })
    await (isCaller() ? takeAnswer(way) : takeOffer(way))
  }
  return {
    told: (now: Call) => {
      const isNew = call === null
      call = now
      if (isNew && isCaller()) inTurn(begin)
      else if (isNew) sayer.soon()
      const { says } = peerSide(now, ports.me)
      if (says === read) return
      read = says
      if (says > 0) inTurn(hear)
    },
    /** The other side is told of the microphone and the camera. */
    changed: () => {
      void peer()?.sendTracks()
      sayer.soon()
    },
    close: () => {
      for (const each of [sayer, watch, hearAgain]) each.stop()
      close()
    },
  }
}

/** The devices and the connection of one call. All of it is closed when the actor stops, whatever happens. */
export const mediaLogic = (ports: MediaPorts) =>
  fromCallback<MediaOrder, MediaInput>(({ sendBack, receive, input }) => {
    let isOver = false
    let isMuted = false
    const report = (event: MediaReport) => {
      if (!isOver) sendBack(event)
    }
    const devices = createDevices(() => {
      ports.show({ own: devices.stream, other: shown.other })
      line.changed()
    })
    const shown: { other: MediaStream | null } = { other: null }
    const line = createLine({
      ports: {
        ...ports,
        show: (streams) => {
          shown.other = streams.other
          ports.show(streams)
        },
      },
      devices,
      report,
      isMuted: () => isMuted,
      isOver: () => isOver,
    })
    const camera = async (work: () => Promise<void>) => {
      try {
        await work()
        if (isOver) return devices.close()
        report({ type: 'camera.opened' })
      } catch (error) {
        devices.closeCamera()
        report({ type: 'camera.failed', fault: faultOf(error) })
      }
    }
    const open = async () => {
      await devices.openMicrophone()
      if (isOver) return devices.close()
      if (input.media === 'video') await camera(devices.openCamera)
      ports.show({ own: devices.stream, other: null })
      report({ type: 'media.opened' })
    }
    open().catch((error: unknown) => report({ type: 'media.failed', fault: faultOf(error) }))
    receive((order) => {
      if (order.type === 'call') return line.told(order.call)
      if (order.type === 'turn') return void camera(devices.turn)
      if (order.type === 'mute') {
        isMuted = order.isMuted
        devices.mute(isMuted)
        return line.changed()
      }
      if (order.isOn) void camera(devices.openCamera)
      else devices.closeCamera()
    })
    return () => {
      isOver = true
      line.close()
      devices.close()
      ports.show({ own: null, other: null })
    }
  })
