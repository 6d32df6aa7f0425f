import { filesIn, textOf } from '#tests/support/files.ts'

export type Component = { readonly name: string; readonly file: string; readonly text: string }

const exported = /^export (?:function|const) ([A-Z]\w*)/gm
/** The first sentence of the comment right above. */
const saidBefore = (text: string) => {
  const comment = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*$/.exec(text)?.[1] ?? ''
  const line = comment
    .replace(/^\s*\* ?/gm, '')
    .replace(/\s+/g, ' ')
    .trim()
  return /^.*?[.](?= |$)/.exec(line)?.[0] ?? line
}

/** Every component that pages share, with the sentence that its code says of it. */
export const componentsOf = (): readonly Component[] =>
  ['src/parts', 'src/ui']
    .flatMap((folder) => filesIn(folder, /\.tsx$/))
    .flatMap((file) => {
      const text = textOf(file)
      return [...text.matchAll(exported)].map(({ 1: name = '', index }) => ({
        name,
        file,
        text: saidBefore(text.slice(0, index)),
      }))
    })
export const componentTexts = () =>
  Object.fromEntries(componentsOf().map(({ name, file, text }) => [name, { file, text }]))
