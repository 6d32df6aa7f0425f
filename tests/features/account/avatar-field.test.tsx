import { AvatarField } from '#src/features/account/avatar-field.tsx'
import { showPage } from '#tests/support/page-services.tsx'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'

test.each([
  ['application/pdf', 'a.pdf'],
  ['image/svg+xml', 'a.svg'],
])('FILE-7 a picture of a forbidden type (%s) is refused with the reason before anything is sent', async (type, name) => {
  const { asked } = await showPage(<AvatarField avatar={null} />)
  const user = userEvent.setup({ applyAccept: false })
  await user.upload(screen.getByLabelText(/./, { selector: 'input[type=file]' }), new File(['x'], name, { type }))
  expect(await screen.findByRole('alert')).toHaveTextContent('This kind of file is not allowed.')
  expect(asked).toEqual([])
})
