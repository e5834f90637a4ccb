import { isInnerCss } from "./css.ts"
import { animated, elements, inertNamespaces, others, described, svgNamespace, xlinkNamespace } from "./svgNames.ts"
import { type Attribute, type Element, parseXml, xmlNamespace } from "./xml.ts"

/** How many elements may be drawn, so that a small file cannot draw without end. */
const maxDrawn = 20_000

/** How deep references may nest. */
const maxUseDepth = 1000

const inner = /^#[^\s#]+$/
const embedded = /^data:image\/(?:png|jpeg);base64,[A-Za-z0-9+/= ]+$/

const isReference = (attribute: Attribute): boolean =>
  attribute.name === "href" && (attribute.namespace === "" || attribute.namespace === xlinkNamespace)

const isInnerReference = (element: Element, value: string): boolean =>
  inner.test(value) || (["image", "feImage"].includes(element.name) && embedded.test(value))

const isScript = (value: string): boolean => /(?:java|vb)script:/i.test(value.replaceAll(/[\s\p{Cc}]/gu, ""))

/** Whether the attribute of an SVG element draws, or says something, and does nothing else. */
const isHarmless = (element: Element, attribute: Attribute): boolean => {
  const { name, namespace, value } = attribute
  if (isScript(value)) return false
  if (isReference(attribute)) return isInnerReference(element, value)
  if (inertNamespaces.has(namespace)) return true
  if (namespace === xmlNamespace) return name === "space" || name === "lang"
  if (namespace === xlinkNamespace) return ["type", "title", "role", "arcrole", "show", "actuate"].includes(name)
  if (namespace !== "") return false
  if (name === "attributeName") return animated.has(value)
  if (described.has(name) || /^(?:aria|data)-[\w.-]+$/.test(name)) return true
  return (animated.has(name) || others.has(name)) && isInnerCss(value)
}

const isStyleSheet = ({ attributes, children, text }: Element): boolean =>
  children.length === 0 &&
  isInnerCss(text) &&
  !isScript(text) &&
  attributes.every(({ name, value }) => name !== "type" || value === "text/css")

/** What makes one element more than a part of an image; null for nothing. */
const elementFault = (element: Element): string | null => {
  const { attributes, name, namespace } = element
  if (inertNamespaces.has(namespace)) return null
  if (namespace !== svgNamespace || !elements.has(name)) return `The SVG may not hold the element ${name.slice(0, 40)}.`
  if (name === "style" && !isStyleSheet(element)) return "The SVG's style sheet refers to something outside of it."
  const refused = attributes.find((attribute) => !isHarmless(element, attribute))
  return refused === undefined
    ? null
    : `The SVG may not hold this ${refused.name.slice(0, 40)} on the element ${name.slice(0, 40)}.`
}

/** The root and all inside it, in the order of the document. */
const everyElement = (root: Element): ReadonlyArray<Element> => {
  const found: Array<Element> = []
  const visit = (element: Element): void => {
    found.push(element)
    element.children.forEach(visit)
  }
  visit(root)
  return found
}

/** Elements whose insides are drawn wherever an attribute such as `fill` or `mask` names them. */
const drawnByName: ReadonlySet<string> = new Set(["pattern", "mask", "clipPath", "marker", "filter"])

/** Elements that draw what they refer to as a part of themselves. */
const drawsReference: ReadonlySet<string> = new Set(["use", "feImage", "pattern"])

/** The ids that a reference may stand for: as it is written, and as a browser reads it. */
const idsOf = (fragment: string): ReadonlyArray<string> => {
  try {
    return [...new Set([fragment, decodeURIComponent(fragment)])]
  } catch {
    return [fragment]
  }
}

/** What an element draws besides its children. */
const drawnElsewhere = (element: Element, byId: ReadonlyMap<string, Element>): ReadonlyArray<Element> => {
  const find = (fragment: string) => idsOf(fragment).flatMap((id) => byId.get(id) ?? [])
  return element.attributes.flatMap((attribute) => {
    if (isReference(attribute)) return drawsReference.has(element.name) ? find(attribute.value.slice(1)) : []
    const named = [...attribute.value.matchAll(/url\(\s*["']?#([^"'()\s]+)/gi)]
    return named.flatMap(([, fragment]) => find(fragment!)).filter(({ name }) => drawnByName.has(name))
  })
}

/** How many elements are drawn once every reference is; infinite where one draws itself. */
const drawn = (root: Element, all: ReadonlyArray<Element>): number => {
  const byId = new Map<string, Element>()
  for (const element of all.toReversed()) {
    for (const { name, namespace, value } of element.attributes) {
      if (name === "id" && namespace === "") byId.set(value, element)
    }
  }
  const counts = new Map<Element, number>()
  const count = (element: Element, depth: number): number => {
    const known = counts.get(element)
    if (known !== undefined) return known
    if (depth > maxUseDepth) return Infinity
    counts.set(element, Infinity)
    const parts = [...element.children, ...drawnElsewhere(element, byId)]
    const total = parts.reduce((sum, each) => sum + count(each, depth + 1), 1)
    counts.set(element, total)
    return total
  }
  return count(root, 0)
}

/**
 * Why the bytes are not an SVG image that is safe to show; null when they are. Only elements and attributes known to
 * draw are let through: no script, no handler, no foreign content, and no reference out of the document.
 */
export const svgFault = (image: Uint8Array): string | null => {
  let text: string
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(image)
  } catch {
    return "The SVG is not UTF-8 text."
  }
  const root = parseXml(text)
  if (typeof root === "string") return `The SVG is not well formed: ${root}.`
  if (root.namespace !== svgNamespace || root.name !== "svg") return "The image is no SVG."
  const all = everyElement(root)
  for (const element of all) {
    const fault = elementFault(element)
    if (fault !== null) return fault
  }
  return drawn(root, all) > maxDrawn ? "The SVG draws too many elements." : null
}
