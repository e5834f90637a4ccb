import { parseXml, XmlElement } from "@rgrove/parse-xml"

/** Reads XML by paths of local names, as `Header/Party/ID`. */
export class Reading {
  readonly element: XmlElement
  constructor(element: XmlElement) {
    this.element = element
  }

  /** The elements at the path; a leading `**` finds the next name at any depth. */
  all(path: string): ReadonlyArray<Reading> {
    const steps = path.split("/")
    const go = (at: ReadonlyArray<XmlElement>, names: ReadonlyArray<string>): ReadonlyArray<XmlElement> => {
      const [name, ...rest] = names
      if (name === undefined) return at
      if (name === "**") return go(at.flatMap(descendants), rest)
      return go(
        at.flatMap((element) => children(element).filter((child) => localName(child) === name)),
        rest
      )
    }
    return go([this.element], steps).map((element) => new Reading(element))
  }

  /** The texts at the path. */
  texts(path: string): ReadonlyArray<string> {
    return this.all(path).map(({ element }) => element.text)
  }

  /** The one text at the path; undefined where there is none. */
  text(path: string): string | undefined {
    const found = this.texts(path)
    if (found.length > 1) throw new Error(`${path} is there ${found.length} times`)
    return found[0]
  }

  attribute(name: string): string | undefined {
    return this.element.attributes[name]
  }
}

const localName = ({ name }: XmlElement) => name.slice(name.indexOf(":") + 1)
const children = (element: XmlElement) => element.children.filter((child) => child instanceof XmlElement)
const descendants = (element: XmlElement): ReadonlyArray<XmlElement> => [
  element,
  ...children(element).flatMap(descendants)
]

/** The root of a document that is well-formed. */
export const readXml = (xml: string): Reading => new Reading(parseXml(xml).root!)
