import { join } from "node:path"
import { build } from "vite"

/** Builds the console into packages/console/dist. */
await build({ configFile: join(import.meta.dirname, "../packages/console/vite.config.ts") })
