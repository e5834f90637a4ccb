import { createHash } from "node:crypto"
import { readdir, readFile } from "node:fs/promises"
import { extname, join } from "node:path"

const mediaTypes: Readonly<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".woff2": "font/woff2",
  ".wasm": "application/wasm",
  ".json": "application/json"
}

/** A file in one of its encodings. */
export interface Variant {
  readonly bytes: Uint8Array
  /** What stands in `ETag`: each encoding has its own. */
  readonly etag: string
}

/** A file of the console, whole and as it was compressed when it was built. */
export interface ConsoleFile {
  readonly mediaType: string
  /** Whether its name has a hash, so that it never changes. */
  readonly isImmutable: boolean
  readonly plain: Variant
  readonly br: Variant | null
  readonly gzip: Variant | null
}

export interface BuiltConsole {
  /** The page that every address of the console answers, without its configuration. */
  readonly page: string
  /** By their name below /assets. */
  readonly assets: ReadonlyMap<string, ConsoleFile>
}

const hashed = /-[\w-]{8,}\.\w+$/

/** An `ETag` of bytes. */
export const etagOf = (bytes: Uint8Array | string): string =>
  `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`

const variantOf = async (path: string): Promise<Variant> => {
  const bytes = await readFile(path)
  return { bytes, etag: etagOf(bytes) }
}

export const readConsole = async (folder: string): Promise<BuiltConsole> => {
  const assets = join(folder, "assets")
  const names = new Set(await readdir(assets))
  const packed = async (name: string) => (names.has(name) ? variantOf(join(assets, name)) : null)
  const fileOf = async (name: string): Promise<readonly [string, ConsoleFile]> => {
    const [plain, br, gzip] = await Promise.all([
      variantOf(join(assets, name)),
      packed(`${name}.br`),
      packed(`${name}.gz`)
    ])
    return [name, { mediaType: mediaTypes[extname(name)]!, isImmutable: hashed.test(name), plain, br, gzip }]
  }
  return {
    page: await readFile(join(folder, "index.html"), "utf8"),
    assets: new Map(await Promise.all([...names].filter((name) => extname(name) in mediaTypes).map(fileOf)))
  }
}
