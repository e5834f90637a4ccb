import { Effect, Layer } from "effect"
import { feature } from "../platform/features/feature.ts"
import { ConsoleFiles } from "./ConsoleFiles.ts"
import { ConsoleHttp } from "./ConsoleHttp.ts"

/** Built while the service starts, so that the first browser finds it there. Why it failed is said at the page and in the log. */
const Prepared = Layer.effectDiscard(
  Effect.gen(function* () {
    const files = yield* ConsoleFiles
    yield* Effect.forkScoped(Effect.ignore(files.built))
  })
)

/** The console: its files, and every address that no other route takes. */
export const console = feature({
  services: ConsoleFiles.layer,
  background: Prepared,
  pages: ConsoleHttp
})
