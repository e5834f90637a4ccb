// npm run dev: the service with its demo, started again whenever a source file changes, and the console, built anew. What it keeps stays in .fleet.
import { join } from "node:path"
import { rebuildOnChange } from "./dev/rebuildOnChange.ts"
import { restartOnChange } from "./dev/restartOnChange.ts"

const root = join(import.meta.dirname, "..")

console.log(
  "Watching packages/*/src. Each change restarts the service and the demo's robots, and one of packages/console\n" +
    "builds the console alone: reload its page. .fleet is kept."
)
const stop = rebuildOnChange({
  folder: join(root, "packages/console"),
  isWatched: (path) => /^src[/\\]|^index\.html$|^vite\.config\.ts$/.test(path),
  command: [process.execPath, join(root, "packages/console/build.ts")],
  onBuilt: (path, isFine) =>
    console.log(isFine ? `${path} changed: the console is built.` : `${path} changed: the console stays as it was.`)
})
await restartOnChange({
  folder: join(root, "packages"),
  isWatched: (path) => /^(?!console[/\\])[^/\\]+[/\\]src[/\\].*\.ts$/.test(path),
  command: [process.execPath, join(root, "packages/server/src/main.ts"), ...process.argv.slice(2)],
  // Sockets are closed at once: nobody waits for a restart.
  env: { DRAIN_SECONDS: "0", ...process.env }
})
stop()
