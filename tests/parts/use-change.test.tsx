import { chatGroups } from '#contract/chat/chat-groups.ts'
import { urlOf } from '#contract/wire/endpoint.ts'
import { ServicesContext, useServices } from '#src/actors/services.tsx'
import { createRequest } from '#src/api/request.ts'
import type { RawReply } from '#src/api/understand.ts'
import { useChange } from '#src/parts/use-change.ts'
import { useSession } from '#src/stores/session.ts'
import { useToasts } from '#src/stores/toasts.ts'
import { showPage } from '#tests/support/page-services.tsx'
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState, type ReactNode } from 'react'
import { expect, test, vi } from 'vitest'

type Sent = { readonly url: string; readonly body: unknown; readonly key: string | null }
const raw = (body: unknown): RawReply => ({ status: 200, retryAfterMs: null, body })
const leave = urlOf(chatGroups.quit)

/** A button that leaves a group; what became of it stands beside it. */
function Leave({ onDone }: { readonly onDone: () => void }) {
  const change = useChange()
  const [told, setTold] = useState('idle')
  const press = async () => {
    setTold('busy')
    setTold(String(await change(chatGroups.quit, { chatGroupId: '7' }, onDone)))
  }
  return (
    <button type="button" onClick={() => void press()}>
      {told}
    </button>
  )
}
const stand = async (answerOf: (sent: Sent) => RawReply | null) => {
  const sent: Sent[] = []
  const request = createRequest({
    send: async ({ url, body, key }) => {
      const one = { url, body, key }
      sent.push(one)
      return answerOf(one)
    },
  })
  function At({ children }: { readonly children: ReactNode }) {
    return <ServicesContext value={{ ...useServices(), request }}>{children}</ServicesContext>
  }
  const onDone = vi.fn<() => void>()
  await showPage(
    <At>
      <Leave onDone={onDone} />
    </At>,
  )
  await userEvent.click(screen.getByRole('button'))
  return { sent, onDone }
}
const toasts = () => useToasts.getState().toasts.map(({ text }) => text)

test.each([
  ['done', raw({ code: 1, data: {} }), 'true'],
  ['refused', raw({ code: -1, msg: '', reason: 'owner_cannot_quit' }), 'false'],
] as const)('a lost answer is asked for by its key until it is known, as %s', async (_, answer, told) => {
  const later: { outcome: RawReply | null } = { outcome: null }
  const { sent, onDone } = await stand(({ url }) => (url === leave ? null : later.outcome))
  expect([screen.getByRole('button').textContent, toasts().at(-1)]).toEqual(['busy', 'ui:verdictUnknownText'])
  later.outcome = raw({ type: 'ok', message: { state: 'done', status: 200, answer: answer.body } })
  expect(await screen.findByText(told, {}, { timeout: 4000 })).toBeVisible()
  const changes = sent.filter(({ url }) => url === leave)
  expect(changes).toHaveLength(1)
  expect(JSON.stringify(sent.filter(({ url }) => url !== leave))).toContain(changes[0]?.key)
  expect(onDone).toHaveBeenCalledTimes(told === 'true' ? 1 : 0)
})

test('with the end of the login nobody waits for it any more', async () => {
  await stand(() => null)
  act(() => useSession.setState({ login: 99 }))
  expect(await screen.findByText('false')).toBeVisible()
})
