import type { Reply } from '#contract/wire/reply.ts'
import type { Upload } from '#contract/platform/platform.ts'
import { ServicesContext, useServices, type UploadFile } from '#src/actors/services.tsx'
import { PhotoField } from '#src/parts/form/photo-field.tsx'
import { aLoss, aRefusal } from '#tests/support/builders/failure.ts'
import { showPage } from '#tests/support/page-services.tsx'
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState, type ReactNode } from 'react'
import { expect, test } from 'vitest'

const arrived: Upload = {
  url: '/upload/kyc/a.png?u=7',
  relativePath: 'kyc/a.png',
  fileName: 'a.png',
  fileSuffix: 'png',
  fileSize: 3,
  size: 3,
  width: 1,
  height: 1,
  contentDuration: null,
}
const photo = (bytes = 3) => new File([new Uint8Array(bytes)], 'a.png', { type: 'image/png' })

function Instead({ upload, children }: { readonly upload: UploadFile; readonly children: ReactNode }) {
  return <ServicesContext value={{ ...useServices(), upload }}>{children}</ServicesContext>
}
function Probe({ told }: { readonly told: string[] }) {
  const [value, setValue] = useState('')
  const take = (url: string) => {
    told.push(url)
    setValue(url)
  }
  return (
    <PhotoField
      label="Front"
      hint="All of it"
      folder="kyc"
      value={value}
      onChange={take}
      error={value === '' ? 'Missing' : null}
    />
  )
}

const stand = async () => {
  const sends: {
    readonly folder: string
    readonly signal: AbortSignal
    readonly progress: (percent: number) => void
    readonly answer: (reply: Reply<Upload>) => void
  }[] = []
  const upload: UploadFile = (_file, folder, progress, signal) =>
    new Promise((answer) => void sends.push({ folder, signal, progress, answer }))
  const told: string[] = []
  await showPage(
    <Instead upload={upload}>
      <Probe told={told} />
    </Instead>,
  )
  const last = () => {
    const send = sends.at(-1)
    if (send === undefined) throw new Error('Nothing was sent')
    return send
  }
  const choose = (bytes?: number) =>
    userEvent.upload(screen.getByLabelText('Front', { selector: 'input' }), photo(bytes))
  return { sends, told, last, choose }
}

test('KYC-4 a photo shows its upload progress and reports its URL when stored', async () => {
  const { told, last, choose } = await stand()
  expect(screen.getByLabelText('Front', { selector: 'input' })).toHaveAccessibleDescription('Missing')
  await choose()
  expect(last().folder).toBe('kyc')
  act(() => last().progress(40))
  expect(screen.getByRole('progressbar')).toHaveValue(40)
  await act(async () => last().answer({ ok: true, value: arrived }))
  expect(told).toEqual([arrived.url])
  expect(screen.getByRole('img', { name: 'Front' })).toHaveAttribute('src', arrived.url)
})

test('KYC-4 a failed upload is retried without picking the photo again', async () => {
  const { sends, told, last, choose } = await stand()
  await choose()
  await act(async () => last().answer({ ok: false, failure: aLoss }))
  expect(screen.getByRole('alert')).toHaveTextContent('Upload failed. Retry.')
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(sends).toHaveLength(2)
  await act(async () => last().answer({ ok: true, value: arrived }))
  expect(told).toEqual([arrived.url])
})

test('KYC-4 an upload can be cancelled', async () => {
  const { told, last, choose } = await stand()
  await choose()
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(last().signal.aborted).toBe(true)
  expect(told).toEqual([])
})

test('KYC-4 a photo that is too large or of a wrong type shows a fault', async () => {
  const { sends, last, choose } = await stand()
  await choose(10 * 1024 * 1024 + 1)
  expect(screen.getByRole('alert')).toHaveTextContent('File too large (exceeds the allowed file size).')
  expect(sends).toEqual([])
  await choose()
  await act(async () => last().answer({ ok: false, failure: aRefusal('file_type') }))
  expect(screen.getByRole('alert')).toHaveTextContent('This kind of file is not allowed.')
})
