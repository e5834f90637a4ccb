import type { ConfigIssue, IssueCode } from "./Issues.ts"
import { Path } from "./Path.ts"

/** Paths are written out, so deep documents with many findings could fill the memory. */
const maxPathCharacters = 4_000_000

/** What a validation has found so far: at most one finding of a kind per place. */
export class Findings {
  readonly issues: Array<ConfigIssue> = []
  private readonly places = new Set<string>()
  private readonly kinds = new Set<string>()
  private characters = 0

  /** Whether the space for findings is used up. What is found after that is left out. */
  get full(): boolean {
    return this.characters >= maxPathCharacters
  }

  get failed(): boolean {
    return this.issues.some((issue) => issue.severity === "error")
  }

  /** Adds a finding unless its place has one of this kind; `alone` adds it only where there is none at all. */
  add(
    path: Path,
    code: IssueCode,
    message: string,
    options?: { readonly warning?: true; readonly alone?: true }
  ): void {
    if (this.full) return
    const written = path.toString()
    const kind = `${code} ${written}`
    if (options?.alone ? this.places.has(written) : this.kinds.has(kind)) return
    this.places.add(written)
    this.kinds.add(kind)
    this.characters += written.length
    this.issues.push({
      path: written,
      slug: path.slug(),
      code,
      message,
      severity: options?.warning ? "warning" : "error"
    })
    if (this.full) {
      const root = Path.root
      this.issues.push({
        path: root.toString(),
        slug: null,
        code: "custom",
        message: "There are more findings than can be listed.",
        severity: "error"
      })
    }
  }
}
