import type { UrdfFile } from "../Assets.ts"
import { type Edit, mendedComment, mendedDeclaration, mendsOfReferences } from "./urdfMends.ts"

/** A file that a URDF names, and where its text stands between the quotes. */
export interface NamedFile extends UrdfFile {
  readonly start: number
  readonly end: number
}

/** What a URDF says of files, and the edits after which readers of XML take what readers of URDFs take. */
export interface ScannedUrdf {
  /** In the order of the text. */
  readonly files: ReadonlyArray<NamedFile>
  /** In the order of the text, none within another. They keep the lines as they are. */
  readonly mends: ReadonlyArray<Edit>
}

/** Why a text is no URDF that is taken, and at which character. */
export interface UrdfFault {
  readonly cause: string
  readonly at: number
}

const most = { elements: 20_000, depth: 64, mends: 100_000 }

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" }

const codePoint = (value: number): string => (value <= 0x10ffff ? String.fromCodePoint(value) : "")

/** An attribute's value as XML means it. */
const unescaped = (value: string): string =>
  value.replaceAll(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (all, hex, decimal, name) => {
    if (hex !== undefined) return codePoint(Number.parseInt(hex, 16))
    if (decimal !== undefined) return codePoint(Number(decimal))
    return entities[name] ?? all
  })

/** The end of what begins at `from` and ends with `mark`; -1 where it does not end. */
const after = (text: string, mark: string, from: number): number => {
  const at = text.indexOf(mark, from)
  return at === -1 ? -1 : at + mark.length
}

interface Tag {
  readonly name: string
  readonly end: number
  readonly isClosed: boolean
  /** Where the value of the attribute `filename` stands. */
  readonly filename: readonly [start: number, end: number] | null
}

const readTag = (text: string, at: number): Tag | null => {
  const name = /[^\s/>]*/y
  name.lastIndex = at + 1
  const named = name.exec(text)![0]
  const stop = /["'>]/g
  let from = at + 1 + named.length
  let filename: Tag["filename"] = null
  for (;;) {
    stop.lastIndex = from
    const found = stop.exec(text)
    if (found === null) return null
    if (found[0] === ">") {
      return { name: named, end: found.index + 1, isClosed: text[found.index - 1] === "/", filename }
    }
    const close = text.indexOf(found[0], found.index + 1)
    if (close === -1) return null
    if (/\sfilename\s*=\s*$/.test(text.slice(from, found.index).slice(-100))) filename = [found.index + 1, close]
    from = close + 1
  }
}

const isNaming = (name: string): name is UrdfFile["element"] => name === "mesh" || name === "texture"

export const isFault = (scanned: ScannedUrdf | UrdfFault): scanned is UrdfFault => "cause" in scanned

/** The files that a URDF names; else what is wrong with it. It is not checked to be well formed. */
export const scanUrdf = (text: string): ScannedUrdf | UrdfFault => {
  const files: Array<NamedFile> = []
  const mends: Array<Edit> = []
  let elements = 0
  let depth = 0
  let read = 0
  /** False where there are too many of them. */
  const mend = (edits: Iterable<Edit>): boolean => {
    for (const edit of edits) if (mends.push(edit) > most.mends) return false
    return true
  }
  const tooMany = (at: number): UrdfFault => ({ cause: "it has too many mistakes", at })
  for (let at = text.indexOf("<"); at !== -1;) {
    let end: number
    if (!mend(mendsOfReferences(text, read, at))) return tooMany(at)
    if (text.startsWith("<!--", at)) {
      end = after(text, "-->", at + 4)
      if (end !== -1 && !mend(mendedComment(text, at, end))) return tooMany(at)
    } else if (text.startsWith("<![CDATA[", at)) end = after(text, "]]>", at + 9)
    else if (text.startsWith("<?", at)) {
      end = after(text, "?>", at + 2)
      if (end !== -1 && !mend(mendedDeclaration(text, at, end))) return tooMany(at)
    } else if (text.startsWith("<!", at)) return { cause: "it has a document type", at }
    else if (text.startsWith("</", at)) {
      depth--
      end = after(text, ">", at)
    } else {
      const tag = readTag(text, at)
      if (tag === null) return { cause: "a tag does not end", at }
      if (++elements > most.elements) return { cause: "it has too many elements", at }
      if (!tag.isClosed && ++depth > most.depth) return { cause: "it is nested too deeply", at }
      if (tag.filename !== null && isNaming(tag.name)) {
        const [start, stop] = tag.filename
        files.push({ uri: unescaped(text.slice(start, stop)), element: tag.name, start, end: stop })
      }
      end = tag.end
      if (!mend(mendsOfReferences(text, at + 1, end))) return tooMany(at)
    }
    if (end === -1) return { cause: "a part of it does not end", at }
    read = end
    at = text.indexOf("<", end)
  }
  return { files, mends }
}
