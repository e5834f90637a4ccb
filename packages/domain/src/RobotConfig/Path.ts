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
    let path: Path = this
    for (const key of keys) path = path.child(key)
    return path
  }

  /** From the root to here. */
  keys(): ReadonlyArray<string | number> {
    const keys: Array<string | number> = []
    for (let path: Path = this; path.parent !== null; path = path.parent) keys.push(path.key)
    return keys.reverse()
  }

  /** Dots and `[n]`, a blank key as its JSON string, `(document)` for the root. */
  toString(): string {
    if (this.parent === null) return "(document)"
    return this.keys()
      .map((key, index) => segmentOf(key, index === 0))
      .join("")
  }

  /** The slug of the exposure this place belongs to. */
  slug(): string | null {
    if (this.depth < 2) return null
    let path: Path = this
    while (path.depth > 2) path = path.parent!
    return sections.has(String(path.parent!.key)) ? String(path.key) : null
  }
}
