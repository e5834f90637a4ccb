import type { ConfigIssue, IssueCode } from "./Issues.ts"
import { Path } from "./Path.ts"

/** Paths are written out, so deep documents with many findings could fill the memory. */
const maxPathCharacters = 4_000_000

/** How many issues an answer lists. */
export const maxIssues = 200

/** Issues as they are listed, and how many others there are. */
export interface IssueList {
  readonly issues: ReadonlyArray<ConfigIssue>
  readonly more: number
}

/** The same as it is answered: `more` stands only where there are others. */
export const listedIssues = ({ issues, more }: IssueList): { issues: ReadonlyArray<ConfigIssue>; more?: number } =>
  more > 0 ? { issues, more } : { issues }

/** The list with one issue more. */
export const withIssue = ({ issues, more }: IssueList, issue: ConfigIssue): IssueList =>
  issues.length < maxIssues ? { issues: [...issues, issue], more } : { issues, more: more + 1 }

/** What was found, without what tells it from what will be. */
export interface FoundIssues {
  readonly all: IssueList
  readonly errors: IssueList
  readonly characters: number
}

/** What a validation has found so far: at most one finding of a kind per place. The first are kept, the others counted. */
export class Findings {
  readonly issues: Array<ConfigIssue>
  private readonly errors: Array<ConfigIssue>
  private count: number
  private errorCount: number
  private characters: number
  private readonly places = new Set<string>()
  private readonly kinds = new Set<string>()

  /** Goes on from what was found before. */
  constructor(found?: FoundIssues) {
    this.issues = [...(found?.all.issues ?? [])]
    this.errors = [...(found?.errors.issues ?? [])]
    this.count = this.issues.length + (found?.all.more ?? 0)
    this.errorCount = this.errors.length + (found?.errors.more ?? 0)
    this.characters = found?.characters ?? 0
    for (const { code, path } of [...this.issues, ...this.errors]) {
      this.places.add(path)
      this.kinds.add(`${code} ${path}`)
    }
  }

  /** Whether the space for findings is used up. What is found after that is left out. */
  get full(): boolean {
    return this.characters >= maxPathCharacters
  }

  get failed(): boolean {
    return this.errorCount > 0
  }

  get found(): FoundIssues {
    return {
      all: { issues: this.issues, more: this.count - this.issues.length },
      errors: { issues: this.errors, more: this.errorCount - this.errors.length },
      characters: this.characters
    }
  }

  /** Adds a finding unless its place has one of this kind; `alone` adds it only where its place has no finding. */
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
    this.keep({ path: written, slug: path.slug(), code, message, severity: options?.warning ? "warning" : "error" })
    if (this.full) {
      const root = Path.root
      this.keep({
        path: root.toString(),
        slug: null,
        code: "custom",
        message: "There are more findings than can be listed.",
        severity: "error"
      })
    }
  }

  private keep(issue: ConfigIssue): void {
    if (this.count++ < maxIssues) this.issues.push(issue)
    if (issue.severity === "error" && this.errorCount++ < maxIssues) this.errors.push(issue)
  }
}
