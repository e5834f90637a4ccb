const quote = 0x22
const backslash = 0x5c

type Reviver = (this: any, key: string, value: any, context?: any) => unknown

const native = JSON.parse as (text: string, reviver?: Reviver) => unknown

const afterKey = /[ \t\n\r]*:/y

/** A text whose keys are names without an escape, and what those stand for. */
interface Renamed {
  readonly text: string
  readonly keys: ReadonlyMap<string, string>
}

/** The text with a name in place of each key, where any of its keys has an escape; undefined where none has. */
const renamed = (text: string): Renamed | undefined => {
  const spans: Array<readonly [from: number, to: number]> = []
  let hasEscape = false
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at)) {
    const from = at
    let isEscaped = false
    for (at = from + 1; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (code === quote) break
      if (code !== backslash) continue
      isEscaped = true
      at++
    }
    at++
    afterKey.lastIndex = at
    if (!afterKey.test(text)) continue
    spans.push([from, at])
    hasEscape ||= isEscaped
  }
  if (!hasEscape) return undefined
  const names = new Map<string, string>()
  const parts: Array<string> = []
  let kept = 0
  for (const [from, to] of spans) {
    const key = native(text.slice(from, to)) as string
    const name = names.get(key) ?? `k${names.size}`
    names.set(key, name)
    parts.push(text.slice(kept, from), '"', name, '"')
    kept = to
  }
  parts.push(text.slice(kept))
  return { text: parts.join(""), keys: new Map(Array.from(names, ([key, name]) => [name, key])) }
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null

/** The same value with its own keys. It does not recurse: values may be nested deeply. */
const withKeys = (root: unknown, keys: ReadonlyMap<string, string>): unknown => {
  if (!isObject(root)) return root
  const emptyOf = (value: object): object => (Array.isArray(value) ? [] : {})
  const whole = emptyOf(root)
  const rest: Array<readonly [from: object, to: object]> = [[root, whole]]
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    const [from, to] = next
    const isList = Array.isArray(from)
    for (const [name, value] of Object.entries(from)) {
      const part = isObject(value) ? emptyOf(value) : value
      if (isObject(value) && isObject(part)) rest.push([value, part])
      // An assignment would take a key `__proto__` for the prototype.
      Object.defineProperty(to, isList ? name : (keys.get(name) ?? name), {
        value: part,
        writable: true,
        enumerable: true,
        configurable: true
      })
    }
  }
  return whole
}

/**
 * JSON.parse for the V8 of Node 24 and 26, whose JSON.parse, once hot, takes a key with an escape for one that it saw before:
 * it reads `{"\n":1}` as `{"\\":1}`. Only a text that has such a key is read the long way. Throws a SyntaxError. A reviver is
 * given the keys as they were meant; its `this` is not to be relied on then.
 */
export const parseExactly = (text: string, reviver?: Reviver): unknown => {
  const found = typeof text === "string" && text.includes("\\") ? renamed(text) : undefined
  if (found === undefined) return native(text, reviver)
  if (reviver === undefined) return withKeys(native(found.text), found.keys)
  const revived: Reviver = function (this: unknown, name, value, context) {
    return reviver.call(this, Array.isArray(this) ? name : (found.keys.get(name) ?? name), value, context)
  }
  return withKeys(native(found.text, revived), found.keys)
}
