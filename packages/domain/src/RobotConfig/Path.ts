import { exposureSections } from "./Exposures.ts"

const sections: ReadonlySet<string> = new Set(Object.values(exposureSections))

const segmentOf = (key: string | number, first: boolean): string => {
  if (typeof key === "number") return `[${key}]`
  return (first ? "" : ".") + (key.trim() === "" ? JSON.stringify(key) : key)
}

/** A place in a document. Linked to its parent, so that deep walks cost nothing until a path is written out. */
export class Path {
  static readonly root = new Path(null, "", 0)

  readonly parent: Path | null
  readonly key: string | number
  readonly depth: number

  private constructor(parent: Path | null, key: string | number, depth: number) {
    this.parent = parent
    this.key = key
    this.depth = depth
  }

  child(key: string | number): Path {
    return new Path(this, key, this.depth + 1)
  }

  /** The place below this one that the keys lead to. */
  at(...keys: ReadonlyArray<string | number>): Path {
    return keys.reduce<Path>((path, key) => path.child(key), this)
  }

  /** From here to the root. */
  private *upwards(): Generator<Path> {
    yield this
    for (let path = this.parent; path !== null; path = path.parent) yield path
  }

  /** Dots and `[n]`, a blank key as its JSON string, `(document)` for the root. */
  toString(): string {
    if (this.parent === null) return "(document)"
    const segments: Array<string> = []
    for (const { key, depth } of this.upwards()) {
      if (depth > 0) segments.push(segmentOf(key, depth === 1))
    }
    return segments.toReversed().join("")
  }

  /** The slug of the exposure this place belongs to. */
  slug(): string | null {
    for (const { key, depth, parent } of this.upwards()) {
      if (depth === 2) return sections.has(String(parent!.key)) ? String(key) : null
    }
    return null
  }
}
