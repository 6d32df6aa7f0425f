import { parseAst } from 'vite'

/** A small change of a source file that a test must notice. */
export type Mutant = {
  readonly file: string
  readonly start: number
  readonly end: number
  readonly text: string
  readonly kind: string
}
type Node = {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly fields: ReadonlyMap<string, unknown>
}

const nodeOf = (value: unknown): Node | null => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const fields = new Map<string, unknown>(Object.entries(value))
  const [type, start, end] = [fields.get('type'), fields.get('start'), fields.get('end')]
  return typeof type === 'string' && typeof start === 'number' && typeof end === 'number'
    ? { type, start, end, fields }
    : null
}
const child = (node: Node, name: string) => nodeOf(node.fields.get(name))
/** Types are erased; what wraps an expression is not. */
const wrappers = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'])
const isErased = ({ type }: Node) => (type.startsWith('TS') && !wrappers.has(type)) || type === 'ImportDeclaration'

const operators: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '&&': '||',
  '||': '&&',
  '+=': '-=',
  '-=': '+=',
}
const callees: Readonly<Record<string, string>> = {
  some: 'every',
  every: 'some',
  max: 'min',
  min: 'max',
  divDown: 'divUp',
  divUp: 'divDown',
}
/** Parts of a state chart that are left out. */
const chartParts = new Set(['guard', 'actions', 'target', 'entry', 'exit', 'reenter', 'after', 'always'])

/** All mutants of a source text, in the order of their places. */
export function mutantsOf(file: string, source: string): Mutant[] {
  const found: Mutant[] = []
  const add = (kind: string, { start, end }: Pick<Node, 'start' | 'end'>, text: string) =>
    found.push({ file, start, end, text, kind })
  const textOf = ({ start, end }: Node) => source.slice(start, end)

  const swapOperator = (node: Node) => {
    const [left, right, operator] = [child(node, 'left'), child(node, 'right'), String(node.fields.get('operator'))]
    const other = operators[operator]
    if (!left || !right || other === undefined) return
    // A text cannot be taken away from a text.
    if (
      operator === '+' &&
      [left, right].some(({ type, fields }) => type === 'TemplateLiteral' || typeof fields.get('value') === 'string')
    )
      return
    const at = source.indexOf(operator, left.end)
    add(`${operator} to ${other}`, { start: at, end: at + operator.length }, other)
  }
  const negate = (test: Node | null) => {
    if (test) add('condition turned', test, `!(${textOf(test)})`)
  }
  const change = (node: Node) => {
    const { type, fields } = node
    if (type === 'BinaryExpression' || type === 'LogicalExpression' || type === 'AssignmentExpression')
      swapOperator(node)
    if (type === 'ConditionalExpression' || type === 'IfStatement') negate(child(node, 'test'))
    if (type === 'UnaryExpression' && (fields.get('operator') === '!' || fields.get('operator') === '-')) {
      const argument = child(node, 'argument')
      if (argument) add(`${String(fields.get('operator'))} left out`, node, `(${textOf(argument)})`)
    }
    if (type === 'Literal') {
      const value = fields.get('value')
      if (typeof value === 'number') add('number plus one', node, `(${textOf(node)} + 1)`)
      if (fields.get('bigint') !== undefined) add('number plus one', node, `(${textOf(node)} + 1n)`)
      if (typeof value === 'boolean') add('truth turned', node, String(!value))
    }
    if (type === 'ExpressionStatement' && child(node, 'expression')?.type === 'CallExpression')
      add('call left out', node, ';')
    if (type === 'ThrowStatement') add('throw left out', node, ';')
    if (type === 'CallExpression') {
      const callee = child(node, 'callee')
      const name = callee?.type === 'MemberExpression' ? child(callee, 'property') : callee
      const other = name ? callees[textOf(name)] : undefined
      if (name && other !== undefined && source.includes(other)) add(`${textOf(name)} to ${other}`, name, other)
    }
    const key = type === 'Property' ? child(node, 'key') : null
    if (key && file.startsWith('machines/') && chartParts.has(textOf(key)))
      add(`${textOf(key)} left out`, node, '...{}')
  }
  const walk = (value: unknown) => {
    if (Array.isArray(value)) return value.forEach(walk)
    const node = nodeOf(value)
    if (!node || isErased(node)) return
    change(node)
    for (const [name, inner] of node.fields)
      if (name !== 'typeAnnotation' && name !== 'typeArguments' && name !== 'typeParameters' && name !== 'returnType')
        walk(inner)
  }
  walk(parseAst(source, { lang: 'ts' }))
  return found.toSorted((a, b) => a.start - b.start)
}

export const lineOf = (source: string, at: number) => source.slice(0, at).split('\n').length
/** A source with the mutant in it. */
export const mutated = (source: string, { start, end, text }: Mutant) =>
  source.slice(0, start) + text + source.slice(end)
