/** No database keeps U+0000, and half of a surrogate pair has no form in UTF-8. */
const isFit = (text: string): boolean => text.isWellFormed() && !text.includes("\0")

/** A key as it can be answered. */
const shown = (key: string): string => key.toWellFormed().replaceAll("\0", "\uFFFD")

interface Node {
  readonly value: unknown
  readonly key: string | number
  readonly parent: Node | null
}

const pathOf = (node: Node): ReadonlyArray<string | number> => {
  const path: Array<string | number> = []
  for (let at = node; at.parent !== null; at = at.parent) path.push(at.key)
  return path.toReversed()
}

/**
 * Where a JSON value first holds a text, or has a key, with U+0000 or half of a surrogate pair: in the order of the
 * document. Null where all its texts can be kept. However deep the value is, it costs no stack.
 */
export const unfitText = (value: unknown): ReadonlyArray<string | number> | null => {
  const open: Array<Node> = [{ value, key: "", parent: null }]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const { key, parent, value } = node
    if (typeof key === "string" && !isFit(key)) return pathOf({ value, key: shown(key), parent })
    if (typeof value === "string" && !isFit(value)) return pathOf(node)
    if (typeof value !== "object" || value === null) continue
    const inside = Array.isArray(value) ? [...value.entries()] : Object.entries(value)
    for (const [key, inner] of inside.toReversed()) open.push({ value: inner, key, parent: node })
  }
  return null
}
