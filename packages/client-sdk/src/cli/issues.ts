import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument, type Pair } from "yaml"
import type { ConfigIssue } from "../types.gen.ts"
import type { Io } from "./Io.ts"

export interface Position {
  readonly line: number
  readonly column: number
}

const keyOf = ({ key }: Pair): string => (isScalar(key) ? String(key.value) : String(key))
const written = (key: string): string => (key.trim() === "" ? JSON.stringify(key) : key)

const startOf = (node: unknown): number | undefined => (node as Node | null | undefined)?.range?.[0]

/** Where what a path names begins: its key, or the nearest thing above it that is written. */
const offsetOf = (root: unknown, path: string): number => {
  let node = root
  let offset = startOf(root) ?? 0
  let rest = path === "(document)" ? "" : path
  while (rest !== "") {
    const index = /^\[(\d+)\]\.?/.exec(rest)
    if (index !== null && isSeq(node)) {
      node = node.items[Number(index[1])]
      rest = rest.slice(index[0].length)
      offset = startOf(node) ?? offset
      continue
    }
    if (!isMap(node)) break
    // A key may hold dots: the longest that fits is meant.
    const fits = (node.items as ReadonlyArray<Pair>)
      .filter((pair) => {
        const key = written(keyOf(pair))
        return rest.startsWith(key) && ["", ".", "["].includes(rest.charAt(key.length))
      })
      .toSorted((a, b) => written(keyOf(b)).length - written(keyOf(a)).length)[0]
    if (fits === undefined) break
    rest = rest.slice(written(keyOf(fits)).length).replace(/^\./, "")
    offset = startOf(fits.key) ?? offset
    node = fits.value
  }
  return offset
}

/** Where each of these paths is in a configuration text; lines and columns begin with 1. */
export const positionsIn = (source: string, paths: ReadonlyArray<string>): ReadonlyArray<Position> => {
  const lines = new LineCounter()
  const document = parseDocument(source, { lineCounter: lines, logLevel: "silent" })
  return paths.map((path) => {
    const { col, line } = lines.linePos(offsetOf(document.contents, path))
    return { line: Math.max(line, 1), column: Math.max(col, 1) }
  })
}

/** `file:line:col: severity code message`, as compilers write it. */
const lineOf = (io: Io, file: string, { column, line }: Position, issue: Omit<ConfigIssue, "slug">): string => {
  const { code, message, path, severity } = issue
  const where = path === "(document)" ? "" : ` [${path}]`
  return `${file}:${line}:${column}: ${io.colour(severity === "error" ? "red" : "yellow", severity)} ${code} ${message}${where}`
}

/** Prints what is wrong with a configuration text, in the order of its lines. Answers whether any is an error. */
export const printIssues = async (
  io: Io,
  file: string,
  source: string,
  { issues, more = 0 }: { readonly issues: ReadonlyArray<ConfigIssue>; readonly more?: number }
): Promise<boolean> => {
  const positions = positionsIn(
    source,
    issues.map(({ path }) => path)
  )
  const placed = issues.map((issue, index) => ({ issue, at: positions[index]! }))
  for (const { at, issue } of placed.toSorted((a, b) => a.at.line - b.at.line || a.at.column - b.at.column)) {
    await io.print(lineOf(io, file, at, issue))
  }
  if (more > 0) await io.print(`${file}: and ${more} more`)
  return more > 0 || issues.some(({ severity }) => severity === "error")
}
