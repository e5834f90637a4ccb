import { copyFile, cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { rolldown } from "rolldown"

const here = import.meta.dirname
const root = join(here, "../..")

/** The programs of the package, by the file they begin in. */
const programs = {
  "fleet-bridge": "src/main.ts",
  "fleet-bridge-conformance": "src/conformance/main.ts",
  "fleet-simulator": "src/simulator/main.ts"
}

/** The npm packages whose modules are in the bundle, by their folders. */
const packagesOf = (modules: ReadonlyArray<string>): ReadonlyArray<string> => {
  const folders = modules.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? [])
  return [...new Set(folders)].filter((folder) => !folder.includes("/@fleet/")).toSorted()
}

/** The licence of each package in the bundle, which a copy of them has to carry. */
const licences = async (folders: ReadonlyArray<string>): Promise<string> => {
  const texts = folders.map(async (folder) => {
    const { license, name, version } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"))
    const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry))
    const text = file === undefined ? `Licence: ${license}` : await readFile(join(folder, file), "utf8")
    return `${name} ${version} (${license})\n\n${text.trim()}\n`
  })
  return (await Promise.all(texts)).join(`\n${"-".repeat(80)}\n\n`)
}

interface Manifest {
  readonly version: string
  readonly license: string
}

/** The package needs nothing but Node: everything it imports is in it. */
const manifest = ({ version, license }: Manifest) => ({
  name: "fleet-bridge",
  version,
  description: "Connects a robot to the fleet cloud.",
  license,
  type: "module",
  engines: { node: ">=20" },
  bin: Object.fromEntries(Object.keys(programs).map((name) => [name, `./${name}.js`]))
})

/** Writes the package that `npm pack` takes into a folder, which is emptied before. */
export const buildBridge = async (folder: string): Promise<void> => {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const build = await rolldown({
    input: Object.fromEntries(Object.entries(programs).map(([name, file]) => [name, join(here, file)])),
    platform: "node",
    // Native parts that `ws` takes where somebody installed them.
    external: [/^node:/, "bufferutil", "utf-8-validate"],
    transform: { target: "node20" }
  })
  const { output } = await build.write({
    dir: folder,
    format: "esm",
    chunkFileNames: "shared-[hash].js",
    banner: ({ isEntry }) => (isEntry ? "#!/usr/bin/env node" : "")
  })
  await build.close()
  const modules = output.flatMap((file) => (file.type === "chunk" ? file.moduleIds : []))
  await writeFile(join(folder, "THIRD-PARTY-LICENCES.txt"), await licences(packagesOf(modules)))
  const own = JSON.parse(await readFile(join(here, "package.json"), "utf8")) as Manifest
  await writeFile(join(folder, "package.json"), `${JSON.stringify(manifest(own), null, 2)}\n`)
  await copyFile(join(root, "LICENSE"), join(folder, "LICENSE"))
  await copyFile(join(here, "README.md"), join(folder, "README.md"))
  await cp(join(here, "deploy"), join(folder, "deploy"), { recursive: true })
}

if (import.meta.main) await buildBridge(join(here, "dist"))
