import { copyFile, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { join, resolve } from "node:path"
import { rolldown } from "rolldown"

// node packages/client-sdk/examples/build.ts [folder]: this folder and each below it with a main.ts become a page that needs
// no other host.

const here = import.meta.dirname
const folder = resolve(process.argv[2] ?? join(here, "../dist/examples"))

const read = (file: string) => readFile(join(here, file), "utf8")

/** What all pages have, around the content of one. */
const printPage = async (name: string): Promise<string> => {
  const [shell, content] = await Promise.all([read("shared/page.html"), read(join(name, "content.html"))])
  const [heading, title = ""] = /<title>(.*)<\/title>/.exec(content) ?? [""]
  const parts: Record<string, string> = {
    title,
    root: name === "." ? "./" : "../",
    content: content.replace(heading, "")
  }
  return shell.replaceAll(/\{\{(\w+)\}\}/g, (_, part) => parts[part]!)
}

const bundle = async (name: string): Promise<void> => {
  const build = await rolldown({ input: join(here, name, "main.ts"), platform: "browser" })
  const file = join(folder, name, "main.js")
  await build.write({ file, format: "esm", codeSplitting: false, minify: true })
  await build.close()
  await writeFile(join(folder, name, "index.html"), await printPage(name))
}

const names = ["."]
for (const entry of await readdir(here, { withFileTypes: true })) {
  if (!entry.isDirectory()) continue
  if ((await readdir(join(here, entry.name))).includes("main.ts")) names.push(entry.name)
}

await rm(folder, { recursive: true, force: true })
await mkdir(folder, { recursive: true })
await Promise.all(names.map(bundle))
await copyFile(join(here, "style.css"), join(folder, "style.css"))
await copyFile(join(here, "../../console/src/kit/tokens.css"), join(folder, "tokens.css"))
