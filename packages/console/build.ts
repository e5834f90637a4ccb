import { readdir, readFile, rename, rm, writeFile } from "node:fs/promises"
import { extname, join } from "node:path"
import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"
import { build } from "vite"
import { builtFrom, hashOfSources } from "./sources.ts"

/** Builds the console into dist, or into the folder that is named: pages, scripts and styles, each also compressed. */
const target = process.argv[2] ?? join(import.meta.dirname, "dist")
// Somebody may be served from the folder while it is made anew.
const folder = `${target}-${process.pid}`

const texts = new Set([".js", ".css", ".svg", ".html"])

const compressed = async (path: string): Promise<void> => {
  const bytes = await readFile(path)
  const quality = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  await Promise.all([
    promisify(brotliCompress)(bytes, { params: quality }).then((packed) => writeFile(`${path}.br`, packed)),
    promisify(gzip)(bytes, { level: 9 }).then((packed) => writeFile(`${path}.gz`, packed))
  ])
}

const hash = await hashOfSources()
try {
  await build({
    configFile: join(import.meta.dirname, "vite.config.ts"),
    logLevel: "warn",
    build: { outDir: folder }
  })
  const names = await readdir(join(folder, "assets"))
  await Promise.all(
    names.filter((name) => texts.has(extname(name))).map((name) => compressed(join(folder, "assets", name)))
  )
  await writeFile(join(folder, builtFrom), hash)
  await rm(target, { recursive: true, force: true })
  await rename(folder, target)
} finally {
  await rm(folder, { recursive: true, force: true })
}
