import type { ImGroup } from './chat.ts'

/** Whether I may write now: the end of my own mute is told by the clock alone. */
export const mayWrite = (
  { maySend, mutedUntilMs, chatGroupType, chatGroupStatus, memberType: mine }: ImGroup,
  nowMs: number,
) =>
  mutedUntilMs === null
    ? maySend
    : mutedUntilMs <= nowMs && (chatGroupType === 'single' || chatGroupStatus === 'normal' || mine !== 'member')
