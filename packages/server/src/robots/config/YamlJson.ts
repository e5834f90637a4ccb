import { isAlias, isMap, isScalar, isSeq, type ParsedNode, type YAMLMap, type YAMLSeq } from "yaml"
import { type InvalidYaml, invalidAt, startOf, type YamlText } from "./YamlText.ts"

/** A text that is YAML and yet no JSON can be made of it. */
export interface UnstorableYaml {
  readonly kind: "unstorable"
  readonly reason: string
}

type Failure = InvalidYaml | UnstorableYaml

/** What all aliases together may grow a text to, in characters of JSON. */
const maxWeight = 8_000_000

interface Made {
  readonly value: unknown
  readonly weight: number
}

interface Frame {
  readonly node: YAMLMap.Parsed | YAMLSeq.Parsed
  readonly made: Record<string, unknown> | Array<unknown>
  position: number
  weight: number
  /** The key whose value is being made. */
  key: string
}

const isFailure = (result: Made | Frame | Failure): result is Failure => "kind" in result

/** Integers beyond ±(2^53−1) become decimal strings, so that no digit is lost. */
const jsonInteger = (value: bigint): number | string => {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : value.toString()
}

const jsonScalar = (value: unknown): unknown => {
  if (typeof value === "bigint") return jsonInteger(value)
  return Object.is(value, -0) ? 0 : (value ?? null)
}

const weightOf = (value: unknown): number => (typeof value === "string" ? value.length + 3 : 8)

const storable = (text: string) => text.isWellFormed() && !text.includes("\0")

const unstorableText: UnstorableYaml = {
  kind: "unstorable",
  reason: "The text holds a character that cannot be stored: U+0000 or half of a surrogate pair."
}

const selfReference: UnstorableYaml = { kind: "unstorable", reason: "An anchor holds an alias of itself." }

/** Makes JSON of the nodes, without recursion: a node's own frame, then each of its children's. */
class Conversion {
  private readonly text: YamlText
  private readonly source: string
  private readonly frames: Array<Frame> = []
  /** The node each anchor stands for at this point of the text, and what was made of it once it is complete. */
  private readonly anchors = new Map<string, ParsedNode>()
  private readonly complete = new Map<ParsedNode, Made>()

  constructor(text: YamlText, source: string) {
    this.text = text
    this.source = source
  }

  run(): Made | Failure {
    let made = this.enter(this.text.document.contents)
    for (;;) {
      if (isFailure(made)) return made
      if ("node" in made) this.frames.push(made)
      else {
        const holder = this.frames.at(-1)
        if (holder === undefined) return made
        this.put(holder, made)
        if (holder.weight > maxWeight) return this.invalid(holder.node, "The aliases make the document too large.")
      }
      made = this.next()
    }
  }

  private invalid(node: ParsedNode | null, message: string): InvalidYaml {
    return invalidAt(this.text.lines, startOf(node), message)
  }

  /** Scalars and aliases are made at once, collections get a frame. */
  private enter(node: ParsedNode | null): Made | Frame | Failure {
    if (node === null) return { value: null, weight: 5 }
    if (isAlias(node)) {
      const target = this.anchors.get(node.source)
      if (target === undefined) return this.invalid(node, `There is no anchor ${node.source} before this alias.`)
      return this.complete.get(target) ?? selfReference
    }
    if (node.anchor !== undefined) this.anchors.set(node.anchor, node)
    if (isScalar(node)) {
      const value = jsonScalar(node.value)
      if (typeof value === "string" && !storable(value)) return unstorableText
      return this.finish(node, { value, weight: weightOf(value) })
    }
    return { node, made: isMap(node) ? {} : [], position: 0, weight: 2, key: "" }
  }

  private finish(node: ParsedNode, made: Made): Made {
    if (node.anchor !== undefined) this.complete.set(node, made)
    return made
  }

  /** The next child of the innermost frame, or the frame's own value when it has no more. */
  private next(): Made | Frame | Failure {
    const frame = this.frames.at(-1)!
    const { node } = frame
    if (frame.position === node.items.length) {
      this.frames.pop()
      return this.finish(node, { value: frame.made, weight: frame.weight })
    }
    const item = node.items[frame.position++]!
    if (isSeq(node)) return this.enter(item as ParsedNode | null)
    const { key, value } = item as YAMLMap.Parsed["items"][number]
    const name = this.keyName(key)
    if (typeof name !== "string") return name
    if (Object.hasOwn(frame.made, name)) return this.invalid(key, `The key ${JSON.stringify(name)} is repeated.`)
    frame.key = name
    return this.enter(value)
  }

  /** A key as JSON has it: a blank one is empty, and one that is a collection is its text. */
  private keyName(key: ParsedNode | null): string | Failure {
    if (isMap(key) || isSeq(key)) return this.source.slice(key.range[0], key.range[1])
    const made = this.enter(key)
    if (isFailure(made)) return made
    const { value } = made as Made
    if (typeof value === "object" && value !== null)
      return this.invalid(key, "A key cannot be an alias of a collection.")
    const name = String(value ?? "")
    return storable(name) ? name : unstorableText
  }

  private put(frame: Frame, { value, weight }: Made): void {
    frame.weight += weight + (Array.isArray(frame.made) ? 0 : frame.key.length + 4)
    if (Array.isArray(frame.made)) frame.made.push(value)
    // Assigning to "__proto__" would set the prototype.
    else if (frame.key !== "__proto__") frame.made[frame.key] = value
    else {
      Object.defineProperty(frame.made, frame.key, { value, enumerable: true, configurable: true, writable: true })
    }
  }
}

/** The JSON a text stands for. Nodes that are aliased are the same object in every place. */
export const toJson = (
  text: YamlText,
  source: string
): { readonly kind: "json"; readonly value: unknown } | Failure => {
  if (!storable(source)) return unstorableText
  const made = new Conversion(text, source).run()
  return isFailure(made) ? made : { kind: "json", value: made.value }
}
