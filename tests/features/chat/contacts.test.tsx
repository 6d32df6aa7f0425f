import { contactPicker, phonesIn } from '#src/features/chat/friends/contacts.ts'
import { ContactsSheet } from '#src/features/chat/friends/contacts-sheet.tsx'
import { showPage } from '#tests/support/page-services.tsx'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

test.each([
  [['+852 9123-4567\n(0081) 90 1234 5678'], null, ['85291234567', '819012345678']],
  [['0912 345 678; ０９１２３４５６７８'], '886', ['886912345678']],
  [['91234567'], null, ['91234567']],
  [['ann@kontor.test, 123, call me, +1-800-FLOWERS'], '1', []],
  [
    Array.from({ length: 600 }, (_, at) => `+8529000${String(at).padStart(4, '0')}`),
    null,
    Array.from({ length: 500 }, (_, at) => `8529000${String(at).padStart(4, '0')}`),
  ],
])('CHAT-78 the numbers in %j', (texts, code, numbers) => {
  expect(phonesIn(texts, code)).toEqual(numbers)
})
test('CHAT-78 chosen contacts and typed numbers are sent when asked to, and who is found leads to the profile', async () => {
  const select = vi.fn<() => Promise<readonly { readonly tel?: readonly string[] }[]>>(async () => [
    { tel: ['+852 9123 4567'] },
    {},
  ])
  Object.defineProperty(navigator, 'contacts', { value: { select }, configurable: true })
  const found = { userId: '5', userName: 'Ada', realName: null, mobile: '85291234567', avatar: null, status: 2 }
  const { asked, stop } = await showPage(<ContactsSheet onClose={() => {}} />, {
    answers: { '/chat/imUser/syncContacts': { code: 200, data: [found, found] } },
  })
  expect(asked).toEqual([])
  fireEvent.click(await screen.findByRole('button', { name: 'Find people' }))
  expect((await screen.findByRole('alert')).textContent).toBe('Enter at least one phone number.')
  fireEvent.click(screen.getByRole('button', { name: 'Choose from contacts' }))
  expect((await screen.findAllByRole('link')).map(({ textContent }) => textContent)).toEqual([
    'AAda+85291234567Waiting',
  ])
  fireEvent.click(screen.getByRole('button', { name: 'Other numbers' }))
  fireEvent.change(screen.getByLabelText('Phone numbers'), { target: { value: '+34 612 345 678' } })
  fireEvent.click(screen.getByRole('button', { name: 'Find people' }))
  await waitFor(() =>
    expect(asked.map(({ body }) => body)).toEqual([
      { phoneContacts: ['85291234567'] },
      { phoneContacts: ['34612345678'] },
    ]),
  )
  Reflect.deleteProperty(navigator, 'contacts')
  expect(contactPicker()).toBe(null)
  stop()
})
