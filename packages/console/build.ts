// Builds the console into dist, or into the folder that is named: pages, scripts and styles, each also compressed.
import { createHash } from "node:crypto"
import { readdir, readFile, rename, rm, writeFile } from "node:fs/promises"
import { extname, join } from "node:path"
import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"
import { build } from "vite"
import { builtFrom, hashOfSources } from "./sources.ts"

const target = process.argv[2] ?? join(import.meta.dirname, "dist")
// Somebody may be served from the folder while it is made anew.
const folder = `${target}-${process.pid}`
const former = `${folder}-former`

const texts = new Set([".js", ".css", ".svg", ".html"])
/** Shorter texts are sent as they are. Bytes. */
const plainUpTo = 1_024

const compressed = async (path: string): Promise<void> => {
  const bytes = await readFile(path)
  if (bytes.length <= plainUpTo) return
  const quality = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  await Promise.all([
    promisify(brotliCompress)(bytes, { params: quality }).then((packed) => writeFile(`${path}.br`, packed)),
    promisify(gzip)(bytes, { level: 9 }).then((packed) => writeFile(`${path}.gz`, packed))
  ])
}

/** Tells the page which build it is. Its text names every other file by its content. */
const namePage = async (path: string): Promise<string> => {
  const page = await readFile(path, "utf8")
  const id = createHash("sha256").update(page).digest("hex").slice(0, 16)
  await writeFile(
    path,
    page.replace(/(id="configuration">)[^<]*/, (_, open: string) => `${open}{"build":"${id}"}`)
  )
  return id
}

/** Puts the new folder in the place of the former one. Another process that built the same may have been quicker. */
const replace = async (): Promise<void> => {
  await rename(target, former).catch(() => undefined)
  await rename(folder, target).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOTEMPTY" && error.code !== "EEXIST") throw error
  })
}

const hash = await hashOfSources()
try {
  await build({
    configFile: join(import.meta.dirname, "vite.config.ts"),
    logLevel: "warn",
    build: { outDir: folder }
  })
  const assets = join(folder, "assets")
  const names = await readdir(assets)
  await Promise.all(names.filter((name) => texts.has(extname(name))).map((name) => compressed(join(assets, name))))
  await writeFile(join(assets, "build.json"), `${JSON.stringify({ id: await namePage(join(folder, "index.html")) })}\n`)
  await writeFile(join(folder, builtFrom), hash)
  await replace()
} finally {
  await Promise.all([folder, former].map((path) => rm(path, { recursive: true, force: true })))
}
