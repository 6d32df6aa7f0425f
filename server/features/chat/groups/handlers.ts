import type { chatGroups } from '#contract/chat/chat-groups.ts'
import type { Handlers } from '#server/core/context.ts'
import { callIn } from '#server/features/chat/call-servers.ts'
import { nameOf } from '#server/features/chat/people.ts'
import { placeIn } from '#server/features/chat/places.ts'
import { addMembers, joinByQr, muteMember, quit, removeMembers, setMemberType, dissolve } from './change-members.ts'
import { launch, createSingle, setMaxCount, setName, setNotice, setStatus } from './change-group.ts'
import { hide, readAll, setMine, unhide } from './own-place.ts'
import { admins, info, memberInfo, members, mine, mineForForward, search, soundOn } from './reads.ts'
import type { ChatGroupsContext } from './context.ts'

export const chatGroupsHandlers: Handlers<typeof chatGroups, ChatGroupsContext> = {
  mine,
  search,
  mineForForward,
  info,
  createSingle,
  launch,
  setStatus,
  setName,
  setNotice,
  setMaxCount,
  readAll,
  readAllByQuery: readAll,
  addMembers,
  removeMembers,
  setMemberType,
  muteMember,
  hide,
  unhide,
  soundOn,
  members,
  admins,
  setMine,
  quit,
  dissolve,
  memberInfo,
  joinByQr,
  // Calls do not exist: nobody is in one.
  callMembers: (ctx, { user }, { chatGroupId }) => {
    const { chat } = placeIn(ctx, user, chatGroupId)
    const call = callIn(ctx, user)
    if (call?.chat !== chat.id || call.status !== 'talking') return []
    return [call.caller.user, call.called.user].map((each) => ({
      trcRemoteUserId: String(each),
      userId: String(each),
      userName: nameOf(ctx, each),
    }))
  },
}
