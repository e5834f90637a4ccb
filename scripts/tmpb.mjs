import { rolldown } from "rolldown"
import { pathToFileURL } from "node:url"
const input = {
  cli: "packages/server/src/cli.ts",
  main: "packages/server/src/main.ts",
  bridge: "packages/bridge/src/main.ts"
}
const mode = process.argv[2] ?? "ext"
const t = performance.now()
const here = {
  name: "here",
  transform(code, id) {
    if (!code.includes("import.meta.")) return null
    return code
      .replaceAll("import.meta.url", JSON.stringify(pathToFileURL(id).href))
      .replaceAll("import.meta.dirname", JSON.stringify(id.replace(/\/[^/]*$/, "")))
  }
}
const ext =
  mode === "ext"
    ? (id) => !/^(\.|\/|@fleet\/)/.test(id)
    : mode === "eff"
      ? (id) => !/^(\.|\/|@fleet\/|effect|@effect)/.test(id)
      : [/^node:/, /^sharp/, /^@electric-sql/]
const b = await rolldown({ input, platform: "node", external: ext, plugins: [here], onLog() {} })
await b.write({ format: "esm", dir: "node_modules/.cache/b" + mode, chunkFileNames: "[name].js" })
console.log(mode, performance.now() - t)
