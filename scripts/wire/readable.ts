import { sampleOf } from './samples.ts'
import { isObj, type Json, type Obj } from './schema.ts'
import { withWords } from './words.ts'

/** The answer of a call that was done, of the two that it may give. */
const doneOf = (content: Json | undefined): Json | undefined => {
  const shape = isObj(content) && isObj(content['schema']) ? content['schema']['anyOf'] : undefined
  return Array.isArray(shape) ? shape[0] : undefined
}
const withExample = (content: Json, shapes: Obj, schema: Json | undefined, isShort: boolean): Json =>
  !isObj(content) || content['example'] !== undefined
    ? content
    : { ...content, example: sampleOf(schema, { shapes, isShort }) }
/** Shows an input and an answer wherever none was written by hand. */
const shown = (operation: Json, shapes: Obj): Json => {
  if (!isObj(operation)) return operation
  const { requestBody: body, responses, parameters } = operation
  const asked = isObj(body) && isObj(body['content']) ? Object.entries(body['content']) : []
  const done = isObj(responses) && isObj(responses['200']) ? responses['200'] : {}
  const answers = isObj(done['content']) ? Object.entries(done['content']) : []
  const contentOf = (entries: readonly (readonly [string, Json])[], isShort: boolean): Obj =>
    Object.fromEntries(
      entries.map(([kind, content]) => {
        const schema = isShort && isObj(content) ? content['schema'] : doneOf(content)
        return [kind, withExample(content, shapes, schema, isShort)]
      }),
    )
  return {
    ...operation,
    parameters: (Array.isArray(parameters) ? parameters : []).map((each: Json) =>
      isObj(each) && each['in'] === 'query' ? withExample(each, shapes, each['schema'], false) : each,
    ),
    ...(isObj(body) && { requestBody: { ...body, content: contentOf(asked, true) } }),
    responses: { ...(isObj(responses) ? responses : {}), 200: { ...done, content: contentOf(answers, false) } },
  }
}
/**
 * The paths of a document with words for each field, those of its feature first, and with an example of each input and
 * answer; `shapes` are the named ones.
 */
export const readable = (paths: Json, shapes: Obj): Obj =>
  Object.fromEntries(
    (isObj(paths) ? Object.entries(paths) : []).map(([path, methods]) => [
      path,
      Object.fromEntries(
        (isObj(methods) ? Object.entries(methods) : []).map(([method, each]) => {
          const call = isObj(each) ? String(each['operationId']).split('.').slice(0, 2).join('.') : ''
          return [method, shown(withWords(call, each), shapes)]
        }),
      ),
    ]),
  )
