import { exposureSections } from "./Exposures.ts"

const sections: ReadonlySet<string> = new Set(Object.values(exposureSections))

const segmentOf = (key: string | number, first: boolean): string => {
  if (typeof key === "number") return `[${key}]`
  return (first ? "" : ".") + (key.trim() === "" ? JSON.stringify(key) : key)
}

/** The places from this one up to the root, which is left out. */
function* upwards(from: Path): Generator<Path> {
  for (let path = from; path.parent !== null; path = path.parent) yield path
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

  /** Dots and `[n]`, a blank key as its JSON string, `(document)` for the root. */
  toString(): string {
    if (this.parent === null) return "(document)"
    const segments = Array.from(upwards(this), ({ key, depth }) => segmentOf(key, depth === 1))
    return segments.toReversed().join("")
  }

  /** The slug of the exposure this place belongs to. */
  slug(): string | null {
    for (const { key, depth, parent } of upwards(this)) {
      if (depth === 2) return sections.has(String(parent!.key)) ? String(key) : null
    }
    return null
  }
}
