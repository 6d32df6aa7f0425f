import { useDraft } from '#src/lib/draft.ts'
import { go } from '#src/lib/hash-location.ts'
import { homePaths } from '#src/lib/paths/home.ts'
import { PayeePrompt, usePayeeGate, useRequestedPayees, type PayeeGate } from '#src/parts/form/payee-prompt.tsx'
import { aRefusal } from '#tests/support/builders/failure.ts'
import { showPage } from '#tests/support/page-services.tsx'
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'

const missing = (ways: unknown) =>
  ({ kind: 'refused', reason: 'payee_missing', params: { ways }, text: null, afterMs: null }) as const
const held: { gate: PayeeGate | null; wish: ReturnType<typeof useRequestedPayees> | null } = { gate: null, wish: null }

function Form() {
  const gate = usePayeeGate()
  const draft = useDraft('payee-form', { amount: '' })
  held.gate = gate
  return (
    <>
      <input
        aria-label="Amount"
        value={draft.texts.amount}
        onChange={({ target }) => draft.change({ amount: target.value })}
      />
      <PayeePrompt {...gate.prompt} />
    </>
  )
}
function Bind() {
  held.wish = useRequestedPayees()
  return null
}

test('PAYEE-1 997 links to the missing methods with a return path, and the form is kept', async () => {
  sessionStorage.clear()
  const { unmount } = await showPage(<Form />, { at: '/pages/assets/withdraw?currency=3' })
  await userEvent.type(screen.getByLabelText('Amount'), '25.5')
  act(() => expect(held.gate?.heard(missing(['we_chat', 'bank', 'gold']))).toBe(true))
  expect(await screen.findByRole('dialog')).toHaveTextContent(
    /Please bind a receiving method first\..*Missing: Bank card and WeChat Pay/,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Add now' }))
  expect(location.hash).toBe(
    '#/pages/bankbind/addbank?ways=bank%2Cwe_chat&backpage=%2Fpages%2Fassets%2Fwithdraw%3Fcurrency%3D3',
  )
  unmount()
  await showPage(<Bind />, { at: location.hash.slice(1) })
  expect(held.wish?.ways).toEqual(['bank', 'we_chat'])
  go(held.wish?.back ?? '/')
  await showPage(<Form />, { at: location.hash.slice(1) })
  expect(screen.getByLabelText('Amount')).toHaveValue('25.5')
})

test('PAYEE-1 only a 997 opens the prompt; unknown methods are ignored', async () => {
  await showPage(<Form />, { at: '/pages/assets/withdraw' })
  expect([held.gate?.heard(null), held.gate?.heard(aRefusal('insufficient_balance'))]).toEqual([false, false])
  expect(screen.queryByRole('dialog')).toBeNull()
  act(() => expect(held.gate?.heard(missing('bank'))).toBe(true))
  expect(await screen.findByRole('dialog')).not.toHaveTextContent('Missing')
})

test('PAYEE-1 an unknown return path is ignored', async () => {
  await showPage(<Bind />, { at: '/pages/bankbind/addbank?ways=bank&backpage=https%3A%2F%2Fevil.test' })
  expect(held.wish).toEqual({ ways: ['bank'], back: homePaths.home })
  await showPage(<Bind />, { at: '/pages/bankbind/addbank' })
  expect(held.wish).toEqual({ ways: [], back: null })
})
