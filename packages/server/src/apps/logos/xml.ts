import * as ParseXml from "@rgrove/parse-xml"

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

/** How deep elements may nest. */
const maxDepth = 100

/** How many namespaces may be in scope: each element that declares one copies those of its parents. */
const maxNamespaces = 100

class Refused extends Error {}

const fail = (why: string): never => {
  throw new Refused(why)
}

const qualified = /^(?:([A-Za-z_][\w.-]*):)?([A-Za-z_][\w.-]*)$/

const split = (name: string): readonly [prefix: string, local: string] => {
  const [, prefix = "", local] =
    qualified.exec(name) ?? fail("a name holds other than letters, digits, dots and hyphens")
  return [prefix, local!]
}

type Scope = ReadonlyMap<string, string>

const isDeclaration = (name: string): boolean => name === "xmlns" || name.startsWith("xmlns:")

/** The namespaces that hold inside an element. */
const declared = (outer: Scope, attributes: ReadonlyArray<readonly [name: string, value: string]>): Scope => {
  const declarations = attributes.filter(([name]) => isDeclaration(name))
  if (declarations.length === 0) return outer
  const scope = new Map(outer)
  for (const [name, value] of declarations) {
    const prefix = name === "xmlns" ? "" : split(name)[1]
    const isWrong =
      value === xmlnsNamespace ||
      prefix === "xmlns" ||
      (prefix !== "" && value === "") ||
      (prefix === "xml") !== (value === xmlNamespace)
    if (isWrong) fail("a namespace is wrong")
    scope.set(prefix, value)
  }
  return scope.size > maxNamespaces ? fail("it has too many namespaces") : scope
}

const namespaceOf = (scope: Scope, prefix: string): string =>
  scope.get(prefix) ?? (prefix === "" ? "" : fail("a prefix stands for no namespace"))

/** Resolves the names of an element and of all inside it. */
const resolve = (node: ParseXml.XmlElement, outer: Scope, depth: number): Element => {
  if (depth > maxDepth) fail("it is nested too deeply")
  const raw = Object.entries(node.attributes)
  const scope = declared(outer, raw)
  const attributes = raw.flatMap(([name, value]): ReadonlyArray<Attribute> => {
    if (isDeclaration(name)) return []
    const [prefix, local] = split(name)
    return [{ namespace: prefix === "" ? "" : namespaceOf(scope, prefix), name: local, value }]
  })
  if (new Set(attributes.map(({ name, namespace }) => `${namespace} ${name}`)).size < attributes.length) {
    fail("an attribute stands twice")
  }
  const [prefix, name] = split(node.name)
  const children = node.children.flatMap((child) => {
    if (child instanceof ParseXml.XmlProcessingInstruction) fail("it holds a processing instruction")
    return child instanceof ParseXml.XmlElement ? [resolve(child, scope, depth + 1)] : []
  })
  return { namespace: namespaceOf(scope, prefix), name, attributes, children, text: node.text }
}

const read = (text: string): Element => {
  // The parser would copy the rest of a text for each of its carriage returns.
  const document = ParseXml.parseXml(text.replaceAll(/\r\n?/g, "\n"), {
    preserveDocumentType: true,
    preserveXmlDeclaration: true
  })
  for (const node of document.children) {
    if (node instanceof ParseXml.XmlDocumentType) fail("it holds a document type")
    if (node instanceof ParseXml.XmlProcessingInstruction) fail("it holds a processing instruction")
    if (node instanceof ParseXml.XmlDeclaration && !/^utf-8$/i.test(node.encoding ?? "utf-8")) fail("it is not UTF-8")
  }
  return resolve(document.root!, new Map([["xml", xmlNamespace]]), 1)
}

/**
 * The root of an XML document; else what is wrong with it, as the end of a sentence. Document types, entities of one's
 * own and processing instructions are refused: an image needs none of them.
 */
export const parseXml = (text: string): Element | string => {
  try {
    return read(text)
  } catch (error) {
    if (error instanceof Refused) return error.message
    if (error instanceof ParseXml.XmlError) return error.message.split("\n", 1)[0]!.slice(0, 200)
    // The parser calls itself for each level.
    if (error instanceof RangeError) return "it is nested too deeply"
    throw error
  }
}
