// npm run golden: writes what the published packages show of themselves, as declarations, to docs/api. A change there is
// a change for those who build on them.
import { execFileSync } from "node:child_process"
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"

const root = join(import.meta.dirname, "..")

const packages = ["client-sdk", "bridge-protocol"]

const compile = (outDir: string): void => {
  const tsc = join(root, "node_modules/typescript/bin/tsc")
  const project = join(import.meta.dirname, "golden/tsconfig.json")
  execFileSync(process.execPath, [tsc, "-p", project, "--outDir", outDir], { stdio: "inherit" })
}

/** What a package can be imported by, and every declaration in it. */
const surface = (name: string, compiled: string): string => {
  const { exports } = JSON.parse(readFileSync(join(root, "packages", name, "package.json"), "utf8"))
  const declarations = globSync("**/*.d.ts", { cwd: join(compiled, name, "src") })
    .map((file) => file.replaceAll("\\", "/"))
    // Nothing that can be imported leads to the command.
    .filter((file) => !file.startsWith("cli/"))
    .toSorted()
    .map((file) => `// ${file}\n\n${readFileSync(join(compiled, name, "src", file), "utf8").trim()}\n`)
  return [`// Exports: ${JSON.stringify(exports)}\n`, ...declarations].join("\n")
}

/** The public interface of each published package, by the path of the file that keeps it. */
export const golden = (): { readonly [path: string]: string } => {
  const compiled = mkdtempSync(join(tmpdir(), "fleet-golden-"))
  try {
    compile(compiled)
    return Object.fromEntries(packages.map((name) => [`docs/api/${name}.d.ts`, surface(name, compiled)]))
  } finally {
    rmSync(compiled, { recursive: true })
  }
}

if (import.meta.main) {
  for (const [path, text] of Object.entries(golden())) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
    console.log(path)
  }
}
