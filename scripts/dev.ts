// npm run dev: the service with its demo, started again whenever a source file changes. What it keeps stays in .fleet.
import { join } from "node:path"
import { restartOnChange } from "./dev/restartOnChange.ts"

const root = join(import.meta.dirname, "..")

console.log("Watching packages/*/src. Each change restarts the service and the demo's robots; .fleet is kept.")
await restartOnChange({
  folder: join(root, "packages"),
  isWatched: (path) => /^[^/\\]+[/\\]src[/\\].*\.ts$/.test(path),
  command: [process.execPath, join(root, "packages/server/src/main.ts"), ...process.argv.slice(2)],
  // Sockets are closed at once: nobody waits for a restart.
  env: { DRAIN_SECONDS: "0", ...process.env }
})
