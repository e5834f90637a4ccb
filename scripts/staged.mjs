// The pre-commit hook: formats the files that are staged, and lints them. `npm run hooks` switches it on. Git starts it
// at the root of the working tree.
import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { repository } from "./install.mjs"

const run = (command, args, stdio = "pipe") => spawnSync(command, args, { encoding: "utf8", stdio })
const names = (...args) =>
  run("git", [...args, "-z"])
    .stdout.split("\0")
    .filter((name) => name !== "")
const tool = (name) => join(repository, "node_modules", ".bin", name)
const only = "--no-error-on-unmatched-pattern"

const staged = names("diff", "--cached", "--name-only", "--diff-filter=ACMR").filter((name) =>
  /\.(?:ts|mjs|js|json)$/.test(name)
)
if (staged.length === 0) process.exit(0)
if (!existsSync(tool("oxfmt"))) {
  console.error("Not checked: the dependencies are not installed. Any npm script of this repository installs them.")
  process.exit(0)
}

const unformatted = run(tool("oxfmt"), ["--list-different", only, ...staged])
  .stdout.split("\n")
  .filter(Boolean)
const changedSince = new Set(names("diff", "--name-only"))
// Formatting such a file would stage what its author has left out.
const halfStaged = unformatted.filter((name) => changedSince.has(name))
if (halfStaged.length > 0) {
  console.error(
    `Staged in part and not formatted:\n  ${halfStaged.join("\n  ")}\nRun \`npm run format\`, then stage again.`
  )
  process.exit(1)
}
if (unformatted.length > 0) {
  run(tool("oxfmt"), unformatted, "inherit")
  run("git", ["add", "--", ...unformatted])
  console.error(`Formatted:\n  ${unformatted.join("\n  ")}`)
}
process.exit(run(tool("oxlint"), [only, "--quiet", ...staged], "inherit").status ?? 1)
