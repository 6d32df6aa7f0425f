import { MemberMenu } from '#src/features/chat/member-menu.tsx'
import { anImGroup } from '#tests/support/builders/chat.ts'
import { reply, someMember } from '#tests/support/chat/open-room.tsx'
import { showPage } from '#tests/support/page-services.tsx'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'

const path = '/chat/imGroupUserRef/changeGroupMemberType'
const ada = someMember('2', 'Ada')
const show = (memberType: 'owner' | 'admin', answers: Record<string, unknown> = {}) =>
  showPage(
    <MemberMenu
      member={ada}
      group={anImGroup({ memberType })}
      onClose={() => undefined}
      onChanged={async () => undefined}
    />,
    { answers },
  )

test('an owner hands the group over after being told that there is no way back', async () => {
  const { asked } = await show('owner', { [path]: reply({ ...ada, memberType: 2, isBot: 0, isStaff: 0 }) })
  fireEvent.click(await screen.findByRole('button', { name: 'Hand over group' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Hand the group over to Ada?' }))
  expect(question.getByText(/cannot take it back/)).toBeVisible()
  expect(asked.filter((call) => call.path === path)).toEqual([])
  fireEvent.click(question.getByRole('button', { name: 'Hand over group' }))
  await waitFor(() =>
    expect(asked.filter((call) => call.path === path).map(({ body }) => body)).toEqual([
      { chatGroupId: anImGroup().id, userId: '2', memberType: 2 },
    ]),
  )
})
test('an admin is not offered to hand the group over', async () => {
  await show('admin')
  expect(await screen.findByRole('button', { name: 'Remove from group' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Hand over group' })).toBeNull()
})
