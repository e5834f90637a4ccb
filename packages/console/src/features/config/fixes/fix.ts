import type { Robot } from "../ros.ts"
import type { Edit } from "../text/edits.ts"
import type { YamlNode } from "../text/nodes.ts"

/** A finding, of the service or of the page. */
export interface Finding {
  readonly path: string
  readonly code: string
}

/** What a fix does, for its label. */
export interface Fix {
  readonly act: "set" | "use" | "rename" | "remove" | "insert" | "declare" | "quote" | "unquote"
  /** The key or the slug that it is about. */
  readonly subject: string
  readonly value: string
  readonly edits: ReadonlyArray<Edit>
}

export interface FixInput {
  readonly source: string
  readonly root: YamlNode | null
  readonly finding: Finding
  readonly robot: Robot
}
