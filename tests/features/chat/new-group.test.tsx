import type { Event } from '#contract/events.ts'
import { NewGroupSheet } from '#src/features/chat/sheets/new-group-sheet.tsx'
import { reply } from '#tests/support/chat/open-room.tsx'
import { showPage } from '#tests/support/page-services.tsx'
import { act, screen } from '@testing-library/react'
import { NEVER, Subject } from 'rxjs'
import { expect, test } from 'vitest'

test('who has lost the power to open groups is told before a form, and gets the form when the power is back', async () => {
  const answers: Record<string, unknown> = {
    '/chat/sys/checkUserPower': reply(false),
    '/chat/imUserFriend/queryFriend': reply({ myFriendList: [] }),
  }
  const events$ = new Subject<Event>()
  const { asked } = await showPage(<NewGroupSheet onClose={() => undefined} />, {
    answers,
    feeds: { events$, renewed$: NEVER },
  })
  expect(await screen.findByText(/You may not open groups at present/)).toBeVisible()
  expect(screen.queryByLabelText('Group name')).toBeNull()
  answers['/chat/sys/checkUserPower'] = reply(true)
  act(() => events$.next({ ev: 'chat.powerChanged', v: { powerCode: 'addNewGroup', powerFlag: true } }))
  expect(await screen.findByLabelText('Group name')).toBeVisible()
  expect(asked.find(({ path }) => path === '/chat/sys/checkUserPower')?.body).toEqual({ powerCode: 'addNewGroup' })
})
