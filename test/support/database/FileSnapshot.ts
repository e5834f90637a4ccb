/** A file or a folder of Emscripten's MEMFS. */
interface Node {
  id: number
  name: string
  parent: Node
  mode: number
  name_next: Node | undefined
  usedBytes: number
  contents: NodeJS.TypedArray | Record<string, Node> | undefined
}

interface Stream {
  shared: object
}

/** What of Emscripten's FS a snapshot reads and writes. */
export interface Files {
  readonly root: Node
  readonly nameTable: Array<Node | undefined>
  readonly streams: Array<Stream | null>
  nextInode: number
}

/** The bytes of a file, as they lie there; null for what is no file. */
const bytesOf = ({ contents, usedBytes }: Node): Buffer | null =>
  ArrayBuffer.isView(contents) ? Buffer.from(contents.buffer, contents.byteOffset, usedBytes) : null

/**
 * The array that a file is brought back into. It is the one the file has where that is large enough: a new one of 16 MB for
 * the log of each database makes the collector of garbage mark the whole heap. Beyond its end a file is zero, as Emscripten
 * takes for granted where a file grows.
 */
const refill = (node: Node, now: Buffer | null, bytes: Uint8Array): NodeJS.TypedArray => {
  const { contents } = node
  if (now === null || !(contents instanceof Uint8Array) || contents.length < bytes.length) return bytes.slice()
  if (now.equals(bytes)) return contents
  contents.set(bytes)
  contents.fill(0, bytes.length, Math.max(bytes.length, now.length))
  return contents
}

const nodesOf = (root: Node): ReadonlyArray<Node> => {
  const nodes = [root]
  for (const { contents } of nodes)
    if (contents !== undefined && !ArrayBuffer.isView(contents)) nodes.push(...Object.values(contents))
  return nodes
}

/** Keeps every file as it is now; answers how to bring all of it back. */
export const keepFiles = (files: Files): (() => void) => {
  const nodes = nodesOf(files.root).map((node) => {
    const bytes = bytesOf(node)
    return {
      node,
      fields: { ...node },
      bytes: bytes === null ? null : Uint8Array.from(bytes),
      entries: ArrayBuffer.isView(node.contents) ? undefined : node.contents && { ...node.contents }
    }
  })
  const streams = files.streams.map((stream) =>
    stream === null ? null : { stream, fields: { ...stream }, shared: { ...stream.shared } }
  )
  const { nextInode } = files
  const names = [...files.nameTable]
  return () => {
    for (const { bytes, entries, fields, node } of nodes) {
      const now = bytesOf(node)
      const filled = bytes === null ? entries && { ...entries } : refill(node, now, bytes)
      Object.assign(node, fields, { contents: filled })
    }
    files.nameTable.splice(0, files.nameTable.length, ...names)
    files.nextInode = nextInode
    files.streams.length = 0
    for (const each of streams) {
      if (each !== null)
        Object.assign(each.stream, each.fields, { shared: Object.assign(each.fields.shared, each.shared) })
      files.streams.push(each === null ? null : each.stream)
    }
  }
}
