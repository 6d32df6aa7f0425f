import { AvatarField } from '#src/features/account/avatar-field.tsx'
import { showPage } from '#tests/support/page-services.tsx'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'

test.each([
  ['application/pdf', 'a.pdf'],
  ['image/svg+xml', 'a.svg'],
])(
  'FILE-7 a picture of a forbidden type (%s) is refused with the reason before anything is sent',
  async (type, name) => {
    const { asked } = await showPage(<AvatarField avatar={null} />)
    const user = userEvent.setup({ applyAccept: false })
    await user.upload(screen.getByLabelText(/./, { selector: 'input[type=file]' }), new File(['x'], name, { type }))
    expect(await screen.findByRole('alert')).toHaveTextContent('This kind of file is not allowed.')
    expect(asked).toEqual([])
  },
)
test('FILE-9 who has no picture takes one that the venue offers', async () => {
  const picture = (name: string) => ({
    url: `/avatars/${name}.svg`,
    relativePath: `avatar/venue/${name}.svg`,
    fileName: name,
    fileSuffix: '.svg',
    fileSize: 1,
    size: 1,
    width: 96,
    height: 96,
    contentDuration: null,
  })
  const { asked } = await showPage(<AvatarField avatar={null} />, {
    answers: {
      '/chat/fileServer/getSysFiles': {
        code: 200,
        data: { records: [picture('dawn'), picture('fox')], total: 2, pageNum: 1, pageSize: 24 },
      },
    },
  })
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Choose one of ours' }))
  await user.click(await screen.findByRole('button', { name: 'Picture 2' }))
  await waitFor(() =>
    expect(asked.map(({ path, body }) => [path, body])).toContainEqual([
      '/chat/imUser/updateUserInfo',
      { avatar: 'avatar/venue/fox.svg' },
    ]),
  )
  expect(screen.queryByRole('button', { name: 'Picture 2' })).toBeNull()
})
