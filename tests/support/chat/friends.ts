import { fieldOf, registerAt, venueClient } from '#tests/support/venue-client.ts'

/** A new account that has entered the chats, with its id and name there. */
export const joined = async (url: string) => {
  const member = await registerAt(url)
  const venue = venueClient(url, member.token)
  const { body } = await venue.post('chat/sys/login', { userDeviceId: 'journey' })
  const about = fieldOf(body['data'], 'userInfo')
  return { ...member, venue, id: String(fieldOf(about, 'id')), name: String(fieldOf(about, 'userName')) }
}
export type Joined = Awaited<ReturnType<typeof joined>>
/** Makes two people friends; answers the chat of the two. */
export const befriend = async (one: Joined, other: Joined) => {
  await one.venue.post('chat/imUserFriend/addFriend', { friendId: other.id })
  const { body } = await other.venue.post('chat/imUserFriend/handleFriendApply', { applyUserId: one.id, status: 1 })
  return String(fieldOf(body['data'], 'chatGroupId'))
}
