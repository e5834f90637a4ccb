import { execFile } from "node:child_process"
import { chmod, copyFile, readdir, readFile, rename, rm, writeFile } from "node:fs/promises"
import { dirname, join, relative } from "node:path"
import { promisify } from "node:util"
import { gzipSync } from "node:zlib"
import { type OutputChunk, rolldown } from "rolldown"
import { isBuilt, noteBuilt } from "./built.ts"

const here = import.meta.dirname
const root = join(here, "../..")
const dist = join(here, "dist")
// Somebody may read the former one while it is made anew.
const making = `${dist}-${process.pid}`
const former = `${making}-former`
const types = join(making, "types")

/** The most the core may weigh, in bytes after gzip, without what is loaded when it is needed. */
const coreLimit = 13 * 1024

const faces = {
  index: "src/index.ts",
  effect: "src/effect/index.ts",
  node: "src/node.ts",
  react: "src/react/index.ts",
  "react-query": "src/react-query/index.ts",
  starter: "src/starter/index.ts",
  video: "src/video/index.ts",
  vite: "src/vite.ts",
  fleet: "src/cli/main.ts"
}

/** Faces for pages, which load what few of them need when it is needed. */
const split = new Set(["index", "react"])

/** A chunk and those that it cannot run without. */
const neededBy = (chunk: OutputChunk, chunks: ReadonlyMap<string, OutputChunk>, known = new Set<OutputChunk>()) => {
  known.add(chunk)
  for (const name of chunk.imports) {
    const imported = chunks.get(name)
    if (imported !== undefined && !known.has(imported)) neededBy(imported, chunks, known)
  }
  return known
}

/**
 * Bundles one face. Each stands alone: the core needs nothing, the Effect face needs `effect`. It is written as people
 * read it, since Node prints the line that threw; what it weighs is what an app's own bundler makes of it.
 */
const bundle = async (name: string, input: string): Promise<{ readonly size: number; readonly gzip: number }> => {
  const build = await rolldown({
    input: { [name]: join(here, input) },
    external: [/^effect(?:\/|$)/, /^node:/, /^react$/, /^@tanstack\/react-query$/],
    treeshake: { moduleSideEffects: false },
    transform: { target: "es2022" }
  })
  const format = {
    format: "esm",
    dir: making,
    entryFileNames: "[name].js",
    chunkFileNames: `${name}-[name]-[hash].js`,
    codeSplitting: split.has(name)
  } as const
  await build.write(format)
  const { output } = await build.generate({ ...format, minify: true })
  await build.close()
  const chunks = new Map(output.filter((chunk) => chunk.type === "chunk").map((chunk) => [chunk.fileName, chunk]))
  const needed = [...neededBy(output[0], chunks)].map(({ code }) => code)
  return {
    size: needed.reduce((bytes, code) => bytes + Buffer.byteLength(code), 0),
    gzip: needed.reduce((bytes, code) => bytes + gzipSync(code, { level: 9 }).length, 0)
  }
}

/** Where a specifier of this repository's declarations lies in the package. */
const resolveSpecifier = (file: string, specifier: string): string => {
  const module = /^@fleet\/domain\/(.+)$/.exec(specifier)?.[1]
  if (module === undefined) return specifier.replace(/\.ts$/, ".js")
  const path = relative(dirname(file), join(types, "domain/src", `${module}.js`))
  return path.startsWith(".") ? path : `./${path}`
}

/** Declarations, with the contract's own beside them so that nothing outside the package is named. */
const declare = async (): Promise<void> => {
  const tsc = join(root, "node_modules/typescript/bin/tsc")
  await promisify(execFile)(process.execPath, [tsc, "-p", join(here, "tsconfig.build.json"), "--outDir", types])
  for (const entry of await readdir(types, { recursive: true })) {
    if (!entry.endsWith(".d.ts")) continue
    const file = join(types, entry)
    const text = await readFile(file, "utf8")
    const rewritten = text.replaceAll(
      /((?:from|import)\s*\(?\s*)"((?:\.{1,2}|@fleet\/domain)\/[^"]+)"/g,
      (_, lead: string, specifier: string) => `${lead}"${resolveSpecifier(file, specifier)}"`
    )
    await writeFile(file, rewritten)
  }
}

interface Manifest {
  readonly name: string
  readonly version: string
  readonly license: string
  readonly devDependencies: { readonly effect: string }
}

const entry = (face: string, declarations: string) => ({
  types: `./types/client-sdk/src/${declarations}.d.ts`,
  default: `./${face}.js`
})

/** The manifest of what is published: `dist` is a package of its own. */
const manifest = ({ name, version, license, devDependencies }: Manifest) => ({
  name,
  version,
  license,
  type: "module",
  sideEffects: false,
  engines: { node: ">=20.16" },
  exports: {
    ".": entry("index", "index"),
    "./effect": entry("effect", "effect/index"),
    "./node": entry("node", "node"),
    "./react": entry("react", "react/index"),
    "./react-query": entry("react-query", "react-query/index"),
    "./starter": entry("starter", "starter/index"),
    "./video": entry("video", "video/index"),
    "./vite": entry("vite", "vite")
  },
  bin: { fleet: "./fleet.js" },
  peerDependencies: { "@tanstack/react-query": ">=5", effect: devDependencies.effect, react: ">=19", ws: ">=8" },
  peerDependenciesMeta: Object.fromEntries(
    ["@tanstack/react-query", "effect", "react", "ws"].map((name) => [name, { optional: true }])
  )
})

/** Puts the new folder in the place of the former one. Another process that built the same may have been quicker. */
const replace = async (): Promise<void> => {
  await rename(dist, former).catch(() => undefined)
  await rename(making, dist).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOTEMPTY" && error.code !== "EEXIST") throw error
  })
}

const make = async (): Promise<void> => {
  const kb = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`
  for (const [name, input] of Object.entries(faces)) {
    const { size, gzip } = await bundle(name, input)
    console.log(`${name}.js  ${kb(size)} minified, ${kb(gzip)} gzip`)
    if (name === "index" && gzip > coreLimit) {
      console.error(`The core may weigh ${kb(coreLimit)} after gzip.`)
      process.exitCode = 1
    }
  }
  await declare()
  const own = JSON.parse(await readFile(join(here, "package.json"), "utf8")) as Manifest
  await writeFile(join(making, "package.json"), `${JSON.stringify(manifest(own), null, 2)}\n`)
  await copyFile(join(here, "README.md"), join(making, "README.md"))
  await chmod(join(making, "fleet.js"), 0o755)
  // The command has the YAML parser inside it, whose licence goes along.
  await copyFile(join(root, "node_modules/yaml/LICENSE"), join(making, "LICENSE.yaml"))
}

if (await isBuilt(dist)) console.log("packages/client-sdk/dist is built of these sources already.")
else
  try {
    await make()
    await replace()
    if (process.exitCode === undefined) await noteBuilt(dist)
  } finally {
    await Promise.all([making, former].map((folder) => rm(folder, { recursive: true, force: true })))
  }
