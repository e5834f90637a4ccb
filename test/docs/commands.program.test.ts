import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { spawnSync } from "node:child_process"
import { readdirSync, readFileSync } from "node:fs"
import { mkdir, symlink, writeFile } from "node:fs/promises"
import { createServer } from "node:net"
import { dirname, join } from "node:path"
import { bundledProgram } from "../support/bundledProgram.ts"
import { startCommand } from "../support/Child.ts"
import { findNode20 } from "../support/node20.ts"
import { temporaryFolder } from "../support/Temporary.ts"

const root = join(import.meta.dirname, "../..")

/** The port of the simulator as the documents write it; a test takes a free one. */
const writtenPort = "8765"

const missing = ["bash", "curl", "npm"].filter((tool) => spawnSync(tool, ["--version"]).error !== undefined)

interface Block {
  /** `sh`, `sh background` for what goes on running, or the language of a file. */
  readonly kind: string
  readonly text: string
  /** The file that the text before the block names last. */
  readonly file: string | undefined
}

const blocksOf = (document: string): ReadonlyArray<Block> => {
  const parts = readFileSync(join(root, document), "utf8").split(/^```(.*)\n([^]*?)^```$/m)
  return Array.from({ length: (parts.length - 1) / 3 }, (_, index) => {
    const [before, kind, text] = parts.slice(index * 3, index * 3 + 3) as [string, string, string]
    return {
      kind,
      text,
      file: before
        .match(/`[\w-]+\.(?:mjs|yaml)`/g)
        ?.at(-1)
        ?.replaceAll("`", "")
    }
  })
}

/** Until when a reader waits after starting something in another terminal; nothing where there is nothing to see. */
const seen = (text: string): string | undefined => {
  if (text.includes("npm start")) return "[ -s .fleet/demo.json ]"
  if (text.includes("fleet-bridge")) return `curl -H "$DEVELOPER" $URL/api/robots/$ROBOT/datapoints/battery`
  if (text.includes("watch.mjs")) return `grep -q '"type":"datapoint"' background.log`
  return undefined
}

/** A person takes longer than the robot's first drive home. */
const docked = `until [[ $(curl -H "$KEY" $URL/api/robots/$ROVER/jobs/dock) != *'"running"'* ]]; do sleep 0.2; done\n`

/** A block as a part of one long shell session. */
const step = ({ file, kind, text }: Block): string => {
  if (kind === "sh")
    return text.includes("node live.mjs") ? docked + text.replace("node live.mjs", '"${NODE20:-node}" live.mjs') : text
  if (kind === "sh background") {
    const wait = seen(text)
    const started = `{ ${text.trim()}; } > background.log 2>&1 &\nGROUPS_STARTED="$GROUPS_STARTED $!"\n`
    const until = `until ${wait} 2> wait.log; do kill -0 $! || { cat background.log wait.log; exit 1; }; sleep 0.2; done\n`
    return wait === undefined ? started : `${started}${until}`
  }
  return kind === "js" || kind === "yaml" ? `cat > ${file} <<'END_OF_FILE'\n${text}END_OF_FILE\n` : ""
}

/** npm starts the operator's command from its sources once; after that the program of one file is the same, and quick. */
const quickOperator = [
  "OPERATED=no",
  "npm() {",
  '  if [ "${1:-} ${2:-}" = "run operator" ]; then',
  '    if [ "$OPERATED ${OPERATOR:+quick}" = "yes quick" ]; then shift 3; node "$OPERATOR" "$@"; return; fi',
  "    OPERATED=yes",
  "  fi",
  '  command npm "$@"',
  "}"
]

const session = (blocks: ReadonlyArray<Block>): string =>
  [
    // With job control, what runs in the background is a group of processes, which ends as a whole.
    "set -emu -o pipefail",
    'GROUPS_STARTED=""',
    "end_all() {",
    "  for group in $GROUPS_STARTED; do kill -- -$group || true; done",
    "  for group in $GROUPS_STARTED; do while kill -0 -- -$group; do sleep 0.1; done; done 2> /dev/null",
    "}",
    "trap end_all EXIT",
    'curl() { command curl --silent --show-error --fail-with-body "$@"; }',
    ...quickOperator,
    ...blocks.map((block, index) => `echo "=== block ${index + 1}"\n${step(block)}`),
    'echo "=== end"'
  ].join("\n")

const freePort = Effect.callback<number>((resume) => {
  const server = createServer().listen(0, "127.0.0.1", () => {
    const { port } = server.address() as { port: number }
    server.close(() => resume(Effect.succeed(port)))
  })
})

/** A folder called fleet that looks like a clone of this repository, without what a start leaves in it. */
const clone = Effect.gen(function* () {
  const home = yield* temporaryFolder
  const folder = join(home, "fleet")
  yield* Effect.promise(async () => {
    await mkdir(folder)
    for (const name of readdirSync(root)) if (!name.startsWith(".")) await symlink(join(root, name), join(folder, name))
  })
  return { home, folder }
})

/** Runs the blocks as somebody who pastes them one after the other; answers with what they printed. */
const paste = Effect.fnUntraced(function* (blocks: ReadonlyArray<Block>, more: NodeJS.ProcessEnv = {}) {
  const { folder, home } = yield* clone
  const port = yield* freePort
  const script = join(home, "session.sh")
  yield* Effect.promise(() => writeFile(script, session(blocks).replaceAll(writtenPort, String(port))))
  const env = {
    PATH: `${dirname(process.execPath)}:${process.env["PATH"]}`,
    HOME: home,
    PORT: "0",
    npm_config_offline: "true",
    npm_config_audit: "false",
    npm_config_fund: "false",
    npm_config_update_notifier: "false",
    ...more
  }
  const shell = yield* startCommand("bash", [script], { cwd: folder, env })
  yield* Effect.addFinalizer(() => shell.kill("SIGTERM"))
  const { code } = yield* shell.ended
  const said = `${shell.output()}\n${shell.errors()}`
  assert.strictEqual(code, 0, said)
  assert.include(said, "=== end")
  return said
})

it.live.skipIf(missing.length > 0)(
  "the shell blocks of the README and of docs/debugging.md work when they are pasted in order",
  () =>
    Effect.gen(function* () {
      const blocks = [...blocksOf("README.md"), ...blocksOf("docs/debugging.md")]
      assert.isAtLeast(blocks.filter(({ kind }) => kind.startsWith("sh")).length, 11)
      // The oldest Node that the README promises lacks most: the SDK's example runs on it where there is one.
      const node20 = yield* Effect.promise(findNode20)
      if (node20 === undefined)
        yield* Effect.log("The README's example is not tried on Node 20: there is none on the PATH.")
      const said = yield* paste(blocks, node20 === undefined ? {} : { NODE20: node20 })
      assert.match(said, /"state":"running"/)
      assert.match(said, /state: 'succeeded'/)
      assert.match(said, /x-request-id: [0-9a-f-]{36}/)
      assert.match(said, /"check":"slug_granted","ok":true/)
    }).pipe(Effect.scoped),
  600_000
)

it.live.skipIf(missing.length > 0)(
  "the operator's commands of docs/operate.md work when they are pasted in order",
  () =>
    Effect.gen(function* () {
      const blocks = blocksOf("docs/operate.md").filter(({ text }) => text.includes("npm run operator"))
      assert.lengthOf(blocks, 1)
      const said = yield* paste(blocks, {
        OPERATOR: yield* Effect.promise(() => bundledProgram("server", "cli"))
      })
      for (const line of [
        "Made the org Acme",
        "Refresh token",
        "Made the robot Arm 1",
        "is unlocked",
        "Added 57 robots"
      ])
        assert.include(said, line)
    }).pipe(Effect.scoped),
  600_000
)
