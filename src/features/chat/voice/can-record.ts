/** What browsers record voices as. */
export const voiceTypes = ['audio/webm;codecs=opus', 'audio/mp4', 'audio/ogg;codecs=opus'] as const
/** Pages that may not use a microphone have no such list. */
const devices = (): MediaDevices | undefined => navigator.mediaDevices
/** Whether this browser can record at all; whether it may is asked when somebody does. */
export const canRecord = () =>
  devices() !== undefined &&
  typeof MediaRecorder !== 'undefined' &&
  voiceTypes.some((type) => MediaRecorder.isTypeSupported(type))
