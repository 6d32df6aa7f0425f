import type { Upload } from '#contract/platform/platform.ts'
import type { Reply } from '#contract/wire/reply.ts'
import { ServicesContext, useServices, type UploadFile } from '#src/actors/services.tsx'
import { PictureField } from '#src/parts/form/picture-field.tsx'
import { aLoss, aRefusal } from '#tests/support/builders/failure.ts'
import { showPage } from '#tests/support/page-services.tsx'
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState, type ReactNode } from 'react'
import { expect, test } from 'vitest'

const arrived = (url: string): Reply<Upload> => ({
  ok: true,
  value: {
    url,
    relativePath: url,
    fileName: 'a.png',
    fileSuffix: 'png',
    fileSize: 3,
    size: 3,
    width: 1,
    height: 1,
    contentDuration: null,
  },
})
const picture = (name: string, type = 'image/png') => new File([name], name, { type })
type Sent = {
  readonly file: File
  readonly key: string
  readonly signal: AbortSignal
  readonly progress: (percent: number) => void
  readonly answer: (reply: Reply<Upload>) => void
}

function Instead({ upload, children }: { readonly upload: UploadFile; readonly children: ReactNode }) {
  return <ServicesContext value={{ ...useServices(), upload }}>{children}</ServicesContext>
}

const stand = async (first: readonly string[] = [], max = 3) => {
  const sent: Sent[] = []
  const upload: UploadFile = (file, _folder, progress, signal, key) =>
    new Promise((answer) => void sent.push({ file, key, signal, progress, answer }))
  const held = { value: first, underWay: 0 }
  const onPending = (count: number) => void (held.underWay = count)
  function Probe() {
    const [value, setValue] = useState(first)
    const change = (urls: readonly string[]) => {
      held.value = urls
      setValue(urls)
    }
    return (
      <PictureField
        label="Proof"
        folder="voucher"
        value={value}
        onChange={change}
        max={max}
        onPending={onPending}
        error={value.length === 0 ? 'Proof image is required.' : null}
      />
    )
  }
  await showPage(
    <Instead upload={upload}>
      <Probe />
    </Instead>,
  )
  const adding = () => screen.getByLabelText('Proof: Add picture')
  const add = (...files: File[]) => userEvent.upload(adding(), files, { applyAccept: false })
  const answer = (at: number, reply: Reply<Upload>) => act(async () => sent[at]?.answer(reply))
  return { sent, held, add, adding, answer }
}

test('FILE-4 several pictures upload at once, each with its own progress, and all are stored', async () => {
  const { sent, held, add, adding, answer } = await stand()
  expect(adding()).toHaveAccessibleDescription('Proof image is required.')
  await add(picture('a.png'), picture('b.png'))
  act(() => sent[1]?.progress(40))
  expect(screen.getAllByRole('progressbar').map((bar) => bar.getAttribute('value'))).toEqual(['0', '40'])
  await act(async () => {
    sent[1]?.answer(arrived('/b'))
    sent[0]?.answer(arrived('/a'))
  })
  expect(held.value.toSorted()).toEqual(['/a', '/b'])
  await add(picture('c.png'))
  await answer(2, arrived('/c'))
  expect(held.value).toHaveLength(3)
  expect(screen.queryByLabelText('Proof: Add picture')).toBeNull()
})

test('FILE-4 pictures beyond the maximum are not uploaded', async () => {
  const { sent, add } = await stand(['/a', '/b'], 3)
  await add(picture('c.png'), picture('d.png'))
  expect(sent.map(({ file }) => file.name)).toEqual(['c.png'])
})

test('FILE-5 CF27 a lost upload is retried with the same key, by hand and automatically on reconnect', async () => {
  const { sent, held, add, answer } = await stand()
  await add(picture('a.png'))
  await answer(0, { ok: false, failure: aLoss })
  expect(screen.getByText('Upload failed. Retry.')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await answer(1, { ok: false, failure: aLoss })
  await act(async () => void dispatchEvent(new Event('online')))
  await answer(2, arrived('/a'))
  expect(held.value).toEqual(['/a'])
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1)
})

test('FILE-6 a picture can be cancelled, removed, and replaced in place', async () => {
  const { sent, held, add, answer } = await stand(['/a', '/b'])
  await add(picture('c.png'))
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect([sent[0]?.signal.aborted, held.value]).toEqual([true, ['/a', '/b']])
  await userEvent.upload(screen.getByLabelText('Replace picture 1'), picture('d.png'))
  expect(held.value).toEqual(['/a', '/b'])
  await answer(1, arrived('/d'))
  expect(held.value).toEqual(['/d', '/b'])
  await userEvent.click(screen.getByRole('button', { name: 'Remove picture 2' }))
  expect(held.value).toEqual(['/d'])
})

test('FILE-1 a file that is not a picture is refused before the upload; a refusal by the server is shown', async () => {
  const { sent, held, add, answer } = await stand()
  await add(picture('a.pdf', 'application/pdf'))
  expect(screen.getByRole('alert', { name: '' })).toHaveTextContent('This kind of file is not allowed.')
  expect(sent).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await add(picture('b.png'))
  await answer(0, { ok: false, failure: aRefusal('file_too_large') })
  expect(screen.getByText('File too large (exceeds the allowed file size).')).toBeVisible()
  expect(held.value).toEqual([])
})

test('FILE-10 a file that is refused holds no form up, before it is sent or by the venue, and a good picture takes its place', async () => {
  const { sent, held, add, answer } = await stand([], 1)
  await add(picture('a.txt', 'text/plain'))
  expect(screen.getByRole('alert')).toBeVisible()
  expect([sent.length, held.underWay]).toEqual([0, 0])
  await add(picture('text.jpg'))
  expect(held.underWay).toBe(1)
  await answer(0, { ok: false, failure: aRefusal('file_type') })
  expect([screen.getAllByRole('alert').length, held.underWay]).toEqual([1, 0])
  await add(picture('good.png'))
  expect([screen.queryByRole('alert'), held.underWay]).toEqual([null, 1])
  await answer(1, arrived('/good'))
  expect([held.value, held.underWay]).toEqual([['/good'], 0])
})
