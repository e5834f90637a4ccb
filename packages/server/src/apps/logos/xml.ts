/** An attribute; without a prefix it is of no namespace. */
export interface Attribute {
  readonly namespace: string
  readonly name: string
  readonly value: string
}

/** An element, with its names resolved. */
export interface Element {
  readonly namespace: string
  readonly name: string
  readonly attributes: ReadonlyArray<Attribute>
  readonly children: ReadonlyArray<Element>
  /** The characters directly inside, children apart. */
  readonly text: string
}

export const xmlNamespace = "http://www.w3.org/XML/1998/namespace"
const xmlnsNamespace = "http://www.w3.org/2000/xmlns/"

/** The most elements that may stand inside each other. */
const deepest = 100

/** The most namespaces that may hold in one place: each element with one of its own begins with a copy of the others. */
const mostNamespaces = 100

const notXml = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u
const space = "[ \\t\\r\\n]"
const declaration = new RegExp(
  `<\\?xml${space}+version${space}*=${space}*(?:"1\\.[01]"|'1\\.[01]')` +
    `(?:${space}+encoding${space}*=${space}*(?:"utf-8"|'utf-8'))?` +
    `(?:${space}+standalone${space}*=${space}*(?:"(?:yes|no)"|'(?:yes|no)'))?${space}*\\?>`,
  "iy"
)
const name = "([A-Za-z_][\\w.-]*)(?::([A-Za-z_][\\w.-]*))?"
const openTag = new RegExp(`<${name}`, "y")
const attribute = new RegExp(`${space}+${name}${space}*=${space}*(?:"([^"<]*)"|'([^'<]*)')`, "y")
const tagEnd = new RegExp(`${space}*(/?)>`, "y")
const closeTag = new RegExp(`</${name}${space}*>`, "y")
const blank = new RegExp(`^${space}*$`)
const reference = /&(?:#([0-9]{1,7})|#x([0-9A-Fa-f]{1,6})|(amp|lt|gt|quot|apos));/g
const named = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" } as const

class NotWellFormed extends Error {}

const fail = (why: string): never => {
  throw new NotWellFormed(why)
}

const character = (code: number): string => {
  const text = code <= 0x10ffff ? String.fromCodePoint(code) : "\0"
  return notXml.test(text) ? fail("it refers to a character that XML does not have") : text
}

const resolved = (text: string): string => {
  if (text.replace(reference, "").includes("&")) fail("it refers to an entity")
  return text.replace(reference, (_, decimal?: string, hexadecimal?: string, entity?: keyof typeof named) =>
    entity === undefined
      ? character(decimal === undefined ? parseInt(hexadecimal!, 16) : Number(decimal))
      : named[entity]
  )
}

type Scope = ReadonlyMap<string, string>

const isDeclaration = ({ local, prefix }: Pick<RawAttribute, "local" | "prefix">): boolean =>
  prefix === "xmlns" || (prefix === "" && local === "xmlns")

/** The namespaces that hold inside an element. */
const declared = (outer: Scope, attributes: ReadonlyArray<RawAttribute>): Scope => {
  if (!attributes.some(isDeclaration)) return outer
  const scope = new Map(outer)
  for (const { local, prefix, value } of attributes) {
    if (prefix === "xmlns") {
      if (local === "xmlns" || value === "" || (local === "xml") !== (value === xmlNamespace))
        fail("a namespace is wrong")
      scope.set(local, value)
    } else if (prefix === "" && local === "xmlns") {
      if (value === xmlNamespace || value === xmlnsNamespace) fail("a namespace is wrong")
      scope.set("", value)
    }
  }
  return scope.size > mostNamespaces ? fail("it has too many namespaces") : scope
}

const namespaceOf = (scope: Scope, prefix: string): string =>
  scope.get(prefix) ?? (prefix === "" ? "" : fail("a prefix stands for no namespace"))

interface RawAttribute {
  readonly prefix: string
  readonly local: string
  readonly value: string
}

interface Open {
  readonly tag: string
  readonly scope: Scope
  readonly element: { -readonly [Key in keyof Element]: Key extends "children" ? Array<Element> : Element[Key] }
}

/** Reads one document without a DTD; throws what is wrong. */
const read = (text: string): Element => {
  let at = 0
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at
    const match = pattern.exec(text)
    if (match !== null) at = pattern.lastIndex
    return match
  }
  const until = (mark: string, from: number): string => {
    const end = text.indexOf(mark, from)
    if (end === -1) fail("it breaks off")
    at = end + mark.length
    return text.slice(from, end)
  }

  const stack: Array<Open> = []
  let root: Element | undefined

  const readAttributes = (): ReadonlyArray<RawAttribute> => {
    const attributes: Array<RawAttribute> = []
    const seen = new Set<string>()
    for (let match = take(attribute); match !== null; match = take(attribute)) {
      const [, first, second, double, single] = match
      const [prefix, local] = second === undefined ? ["", first!] : [first!, second]
      if (seen.has(`${prefix}:${local}`)) fail("an attribute stands twice")
      seen.add(`${prefix}:${local}`)
      attributes.push({ prefix, local, value: resolved((double ?? single!).replaceAll(/[\t\r\n]/g, " ")) })
    }
    return attributes
  }

  const open = (prefix: string, local: string): void => {
    const raw = readAttributes()
    const end = take(tagEnd) ?? fail("a tag does not end")
    const scope = declared(stack.at(-1)?.scope ?? new Map([["xml", xmlNamespace]]), raw)
    const attributes = raw.flatMap(({ local, prefix, value }): ReadonlyArray<Attribute> => {
      if (isDeclaration({ local, prefix })) return []
      return [{ namespace: prefix === "" ? "" : namespaceOf(scope, prefix), name: local, value }]
    })
    if (new Set(attributes.map(({ name, namespace }) => `${namespace} ${name}`)).size < attributes.length) {
      fail("an attribute stands twice")
    }
    const element = { namespace: namespaceOf(scope, prefix), name: local, attributes, children: [], text: "" }
    const parent = stack.at(-1)
    if (parent !== undefined) parent.element.children.push(element)
    else if (root === undefined) root = element
    else fail("it has two roots")
    if (end![1] === "/") return
    if (stack.length === deepest) fail("it is nested too deeply")
    stack.push({ tag: `${prefix}:${local}`, scope, element })
  }

  const addText = (added: string): void => {
    const inner = stack.at(-1)
    if (inner !== undefined) inner.element.text += added
    else if (!blank.test(added)) fail("text stands outside its root")
  }

  if (notXml.test(text)) fail("it has a character that XML does not have")
  take(declaration)
  while (at < text.length) {
    if (text.startsWith("<!--", at)) {
      until("--", at + 4)
      if (text[at++] !== ">") fail("a comment holds two hyphens")
    } else if (text.startsWith("<![CDATA[", at)) {
      if (stack.length === 0) fail("text stands outside its root")
      addText(until("]]>", at + 9))
    } else if (text.startsWith("<?", at)) {
      fail("it holds a processing instruction")
    } else if (text.startsWith("<!", at)) {
      fail("it holds a document type")
    } else if (text.startsWith("</", at)) {
      const [, first, second] = take(closeTag) ?? fail("a tag does not end")
      const closed = second === undefined ? `:${first}` : `${first}:${second}`
      if (stack.pop()?.tag !== closed) fail("its tags do not match")
    } else if (text[at] === "<") {
      const [, first, second] = take(openTag) ?? fail("a tag has no name")
      if (second === undefined) open("", first!)
      else open(first!, second)
    } else {
      const end = text.indexOf("<", at)
      const run = text.slice(at, end === -1 ? text.length : end)
      if (run.includes("]]>")) fail("it ends what never began")
      at += run.length
      addText(resolved(run))
    }
  }
  if (stack.length > 0) fail("it breaks off")
  return root ?? fail("it has no root")
}

/**
 * The root of an XML document; else what is wrong with it, as the end of a sentence. Document types, entities of one's
 * own and processing instructions are refused: an image needs none of them.
 */
export const parseXml = (text: string): Element | string => {
  try {
    return read(text)
  } catch (error) {
    if (error instanceof NotWellFormed) return error.message
    throw error
  }
}
