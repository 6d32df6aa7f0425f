import { guardDoubleTaps } from '#src/app/double-tap.ts'
import { useForm } from '#src/parts/form/use-form.ts'
import { Button } from '#src/ui/button.tsx'
import { aRefusal } from '#tests/support/builders/failure.ts'
import { show } from '#tests/support/render.tsx'
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { globSync, readFileSync } from 'node:fs'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'

const sources = new Map(
  globSync('src/{features,parts}/**/*.tsx').map((file) => [file, readFileSync(file, 'utf8')] as const),
)
const importsOf = (text: string) =>
  [...text.matchAll(/from '(?:\.\/|#src\/[\w/-]*\/)([\w-]+)\.tsx?'/g)].map(([, name]) => name)
const nameOf = (file: string) => file.replace(/^.*\//, '').replace(/\.tsx$/, '')
/** Files that use one of these modules, straight or through another of the files found so far. */
const usersOf = (...first: readonly string[]) => {
  const found = new Set(first)
  const files = new Set<string>()
  for (let before = -1; before !== files.size; ) {
    before = files.size
    for (const [file, text] of sources)
      if (importsOf(text).some((name) => name !== undefined && found.has(name))) files.add(file)
  }
  return [...files]
}

test.each([false, true])(
  'FORM-21 after a refusal the next press is sent at once and, corrected or not (%s), is not taken for a double tap',
  async (isCorrected) => {
    sessionStorage.clear()
    const send = vi.fn<() => void>()
    const stop = guardDoubleTaps(document, { say: () => {}, nowMs: () => 1 })
    const held: { settle: () => void } = { settle: () => {} }
    function Probe() {
      const form = useForm({ draft: 'refused', first: { name: 'Ann' }, check: () => ({}) })
      const [isBusy, setIsBusy] = useState(false)
      held.settle = () => {
        setIsBusy(false)
        form.refuse(aRefusal('real_name_differs'))
      }
      const submit = form.submit(() => {
        send()
        setIsBusy(true)
      })
      return (
        <form ref={form.form} onSubmit={submit}>
          <input aria-label="Name" value={form.texts.name} onChange={(event) => form.set('name', event.target.value)} />
          <Button type="submit" isBusy={isBusy}>
            Save
          </Button>
        </form>
      )
    }
    await show(<Probe />)
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await act(async () => new Promise((done) => void setTimeout(done)))
    act(() => held.settle())
    if (isCorrected) await userEvent.type(screen.getByLabelText('Name'), 'a')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect(send).toHaveBeenCalledTimes(2)
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe(isCorrected ? 'Anna' : 'Ann')
    stop()
  },
)

test('FORM-21 each form that uses the shared hook tells it where its form is, so that the guard knows of its refusals', () => {
  const isTied = (text: string) => /ref=\{\w+\.form\}|<FormShell\b/.test(text)
  const users = [...sources].filter(
    ([, text]) => /\buseForm(?:<|\()/.test(text) && /<form\b|as="form"|<FormShell\b/.test(text),
  )
  expect(users.length).toBeGreaterThan(5)
  expect(users.filter(([, text]) => !isTied(text)).map(([file]) => file)).toEqual([])
  expect(readFileSync('src/parts/form/form-shell.tsx', 'utf8')).toContain('ref={form.form}')
})

test('FILE-10 every form takes its pictures by the shared fields, which hold nothing up for a refused file', () => {
  const withUploads = usersOf('picture-field', 'photo-field').map((file) => [file, sources.get(file) ?? ''] as const)
  expect(withUploads.map(([file]) => nameOf(file))).toEqual(
    expect.arrayContaining(['form-parts', 'add-method-page', 'advanced-page', 'order-actions', 'appeal-sheet']),
  )
  const ownFields = [...sources].filter(
    ([file, text]) =>
      /type="file"|<FileInput\b/.test(text) &&
      !/(?:-field|file-input)\.tsx$|features\/(?:chat|desk|inspector)\/|parts\/(?:scan|camera)\//.test(file),
  )
  expect(ownFields.map(([file]) => file)).toEqual([])
  // A count of pictures under way comes from the field alone: nobody counts files, failed ones included, by hand.
  expect(withUploads.filter(([, text]) => /uploadMachine|useUpload\(/.test(text)).map(([file]) => file)).toEqual([])
})

const sends = (text: string) => /use(?:Form)?Submit\(|use(?:MoneyForm|Change)\(|request\.change\(|\bonSend\b/.test(text)
/** Fields that are typed into, and whose text the component alone holds; a fund password is asked anew each time. */
const unkept = (text: string) => {
  const fields = [...text.matchAll(/<(?:\w*Field|textarea|input)\b[^]*?\/>/g)].map(([field]) => field).join('\n')
  return [...text.matchAll(/const \[(\w+), (set\w+)\] = useState(?:<[^\n]*>)?\((?!\d)/g)].flatMap(
    ([, name = '', set = '']) =>
      name !== 'pin' && name !== 'password' && new RegExp(`\\b${set}\\b`).test(fields) ? [name] : [],
  )
}
/** What it takes to be stored comes back if it could not be. */
const lends = 'src/features/chat/composer.tsx'
/** Texts that are emptied, but by an end that has been told to be done. */
const emptied = (text: string) =>
  text.split('\n').filter((line) => /\bset(?!Pin)[A-Z]\w*\(''\)|\.clear\(\)/.test(line) && !/onDone|'done'/.test(line))

test('FORM-23 no form loses what was typed: none empties a field before its change is done, and one that leads elsewhere for a fund password keeps its text', () => {
  const planted = `const [a, setA] = useState('')\n<Field value={a} onChange={setA} />\nsubmit.send(a)\nsetA('')`
  expect([unkept(planted), emptied(planted)]).toEqual([['a'], ["setA('')"]])
  const forms = [...sources].filter(([file, text]) => sends(text) && !file.includes('features/inspector/'))
  expect(forms.length).toBeGreaterThan(60)
  expect(
    forms.flatMap(([file, text]) => (file === lends ? [] : emptied(text)).map((line) => `${file}: ${line.trim()}`)),
  ).toEqual([])
  const detours = forms.filter(([, text]) =>
    /FundPassword|PacketPin|use(?:Least)?Gate|ReviewSheet|Money(?:Page|Sheet)/.test(text),
  )
  expect(detours.length).toBeGreaterThan(15)
  expect(detours.flatMap(([file, text]) => unkept(text).map((name) => `${file}: ${name}`))).toEqual([])
})

/** Forms that pay nothing new, or whose coin is chosen in the form beside its balance. */
const ungated = [
  'transfer-form',
  'hosting-orders-page',
  'amend-entry',
  'add-leg',
  'amend-sheet',
  'amend-trigger',
  'reserve-sheet',
  'charge-page',
  'fast-buy-page',
  'flash-page',
  'convert-page',
  'ticket-form',
  'wait-form',
  // Asked by the ticket before it opens.
  'stop-fields',
]
test('FORM-22 every form that pays says on its opening what is missing', () => {
  const forms = globSync('src/{features,parts}/**/*.{ts,tsx}').flatMap((file) => {
    const text = readFileSync(file, 'utf8')
    return /^(?:export )?const \w+ = moneyForm</m.test(text) ? [{ name: file.replace(/^.*\/|\.tsx?$/g, ''), text }] : []
  })
  expect(forms.length).toBeGreaterThan(25)
  expect(
    forms
      .filter(({ text }) => !/use(?:Least)?Gate\(/.test(text))
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(ungated.toSorted())
})
